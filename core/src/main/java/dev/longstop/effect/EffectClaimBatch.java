package dev.longstop.effect;

import dev.longstop.event.HeaderText;
import dev.longstop.queue.ClaimRequest;
import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Gives due effects out under leases. */
final class EffectClaimBatch implements Batch<ClaimRequest, List<ClaimedEffect>> {

    static final EffectClaimBatch CLAIM = new EffectClaimBatch();

    /** The most body bytes of one claim; a single larger one still goes. */
    private static final long BYTES_MAX = 16L << 20;

    private record Candidate(long id, long dueAtMs, long bodyBytes) {}

    private EffectClaimBatch() {}

    @Override
    public String name() {
        return "effect-claim";
    }

    @Override
    public List<List<ClaimedEffect>> apply(Tx tx, List<ClaimRequest> requests) {
        return requests.stream().map(request -> claim(tx, request)).toList();
    }

    private static List<ClaimedEffect> claim(Tx tx, ClaimRequest request) {
        var chosen = choose(due(tx, request), request.max());
        long untilMs = tx.nowMs() + request.leaseMs();
        var rows = chosen.stream()
                .sorted()
                .map(id -> new Object[] {id, request.owner(), untilMs})
                .toList();
        var taken = tx.write(EffectSql.CLAIM, rows, row -> new Object[] {row.getLong(1)});
        return tx.query(EffectSql.CLAIMED, taken, EffectClaimBatch::read).stream()
                .sorted(Comparator.comparingInt(
                        claimed -> chosen.indexOf(claimed.lease().effectId())))
                .toList();
    }

    private static List<Candidate> due(Tx tx, ClaimRequest request) {
        var due = new ArrayList<Candidate>();
        for (var slots : request.slots()) {
            int free = Math.min(slots.free(), request.max());
            if (free > 0) {
                due.addAll(tx.query(
                        EffectSql.due(tx.dialect()),
                        Map.of("name", slots.agent(), "now_ms", tx.nowMs(), "free", free),
                        row -> new Candidate(row.getLong(1), row.getLong(2), row.getLong(3))));
            }
        }
        due.sort(Comparator.comparingLong(Candidate::dueAtMs).thenComparingLong(Candidate::id));
        return due;
    }

    private static List<Long> choose(List<Candidate> due, int max) {
        var chosen = new ArrayList<Long>();
        long bytes = 0;
        for (var effect : due) {
            bytes += effect.bodyBytes;
            if (chosen.size() == max || (!chosen.isEmpty() && bytes > BYTES_MAX)) {
                break;
            }
            chosen.add(effect.id);
        }
        return List.copyOf(chosen);
    }

    private static ClaimedEffect read(ResultSet row) throws SQLException {
        var lease = new EffectLease(row.getLong(1), row.getLong(2), row.getString(3), row.getLong(4));
        long runId = row.getLong(7);
        EffectOwner owner = row.wasNull() ? new EffectOwner.OfJob(row.getLong(8)) : new EffectOwner.OfRun(runId);
        var request = new FrozenRequest(
                row.getString(13), row.getString(14), HeaderText.read(row.getString(15)), row.getBytes(16));
        var seed = new EffectSeed(
                row.getString(9),
                row.getInt(10),
                EffectPolicy.of(row.getString(11)),
                row.getString(12),
                request,
                row.getString(17),
                row.getString(18));
        return new ClaimedEffect(lease, new Effect(lease.effectId(), owner, seed), row.getInt(5), row.getInt(6));
    }
}

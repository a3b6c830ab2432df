package dev.longstop.queue;

import dev.longstop.event.HeaderText;
import dev.longstop.store.Batch;
import dev.longstop.store.Dialect;
import dev.longstop.store.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Gives due runs out under leases. */
final class ClaimBatch implements Batch<ClaimRequest, List<Claimed>> {

    static final ClaimBatch CLAIM = new ClaimBatch();

    private static final byte[] PRUNED = new byte[0];

    private ClaimBatch() {}

    @Override
    public String name() {
        return "claim";
    }

    @Override
    public List<List<Claimed>> apply(Tx tx, List<ClaimRequest> requests) {
        var claims = new ArrayList<List<Claimed>>(requests.size());
        // One after the other: each sees the lanes that the one before it took.
        for (var request : requests) {
            claims.add(claim(tx, request));
        }
        return claims;
    }

    private static List<Claimed> claim(Tx tx, ClaimRequest request) {
        var taken = fillable(tx, Candidate.choose(due(tx, request), request.max()));
        if (taken.isEmpty()) {
            return List.of();
        }
        long nowMs = tx.nowMs();
        var rows = taken.stream()
                .sorted(Comparator.comparingLong(Candidate::runId))
                .map(run -> new Object[] {run.runId(), request.owner(), nowMs + request.leaseMs(), nowMs})
                .toList();
        var ids = new HashSet<>(tx.write(RunSql.CLAIM, rows, row -> row.getLong(1)));
        return claimed(
                tx, taken.stream().filter(run -> ids.contains(run.runId())).toList());
    }

    private static List<Candidate> due(Tx tx, ClaimRequest request) {
        var due = new ArrayList<Candidate>();
        var paused = Pauses.targets(tx);
        for (var slots : request.slots()) {
            int free = Math.min(slots.free(), request.max());
            if (free > 0 && Pauses.mayRun(paused, slots.agent())) {
                var urgent = due(tx, slots.agent(), 1, free);
                due.addAll(urgent);
                due.addAll(urgent.size() < free ? due(tx, slots.agent(), 0, free - urgent.size()) : List.of());
            }
        }
        due.sort(Candidate.ORDER);
        return due;
    }

    private static List<Candidate> due(Tx tx, String agent, int urgent, int free) {
        var parameters = Map.<String, Object>of("agent", agent, "urgent", urgent, "now_ms", tx.nowMs(), "free", free);
        return tx.query(RunSql.due(tx.dialect()), parameters, Candidate::read);
    }

    /** Leaves out runs whose lane another node is about to fill (I9). */
    private static List<Candidate> fillable(Tx tx, List<Candidate> chosen) {
        if (tx.dialect() == Dialect.SQLITE) {
            return chosen;
        }
        var lanes = chosen.stream()
                .flatMap(run -> run.lane().stream())
                .map(lane -> new Object[] {lane})
                .toList();
        if (lanes.isEmpty()) {
            return chosen;
        }
        Set<String> ours = new HashSet<>(tx.query(RunSql.LANE_LOCK, lanes, row -> row.getString(1)));
        return chosen.stream()
                .filter(run -> run.lane().map(ours::contains).orElse(true))
                .toList();
    }

    private static List<Claimed> claimed(Tx tx, List<Candidate> taken) {
        var rows = taken.stream().map(run -> new Object[] {run.runId()}).toList();
        var byId = new HashMap<Long, Claimed>();
        tx.query(RunSql.CLAIMED, rows, ClaimBatch::read).forEach(claimed -> byId.put(claimed.runId(), claimed));
        return taken.stream()
                .flatMap(run -> Optional.ofNullable(byId.get(run.runId())).stream())
                .toList();
    }

    private static Claimed read(ResultSet row) throws SQLException {
        var lease = new Lease(row.getLong(1), row.getLong(2), row.getString(3), row.getLong(4));
        int attempts = row.getInt(8);
        int lapses = row.getInt(9);
        return new Claimed(
                lease,
                row.getString(5),
                row.getInt(6),
                RunMode.of(row.getString(7)),
                attempts + lapses + 1,
                attempts,
                lapses,
                EventRow.read(row, 15),
                Optional.ofNullable(row.getBytes(11)).orElse(PRUNED),
                row.getString(12),
                HeaderText.read(row.getString(13)),
                Optional.ofNullable(row.getString(14)),
                Optional.ofNullable(row.getString(10)));
    }
}

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
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Gives due runs out under leases. */
final class ClaimBatch implements Batch<ClaimRequest, List<Claimed>> {

    static final ClaimBatch CLAIM = new ClaimBatch();

    private static final byte[] PRUNED = new byte[0];

    /** How often a claim that finds only runs whose lanes are taken looks again, and at how many then. */
    private static final int LOOKS_MAX = 16;

    private static final int LOOK_FURTHER = 256;

    private static final Comparator<Candidate> BY_ID = Comparator.comparingLong(Candidate::runId);

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
        var claimed = List.<Claimed>of();
        int waiting = 1;
        // What stands behind others of its lane is put aside, once; then there is more to look at.
        for (int look = 0; look < LOOKS_MAX && claimed.isEmpty() && waiting > 0; look++) {
            var due = due(tx, request, look == 0 ? 0 : LOOK_FURTHER);
            var wanted = Candidate.choose(due.open, request.max());
            var ours = lockable(
                    tx,
                    due.all.stream()
                            .filter(run -> run.taken() || wanted.contains(run))
                            .toList());
            var chosen = wanted.stream().filter(run -> isOurs(run, ours)).toList();
            claimed = take(tx, request, chosen);
            waiting = letWait(
                    tx,
                    due.all.stream()
                            .filter(run -> run.lane().isPresent() && isOurs(run, ours) && !chosen.contains(run))
                            .toList());
        }
        return claimed;
    }

    private static boolean isOurs(Candidate run, Set<String> lanes) {
        return run.lane().map(lanes::contains).orElse(true);
    }

    private static List<Claimed> take(Tx tx, ClaimRequest request, List<Candidate> chosen) {
        if (chosen.isEmpty()) {
            return List.of();
        }
        long nowMs = tx.nowMs();
        var rows = chosen.stream()
                .sorted(BY_ID)
                .map(run -> new Object[] {run.runId(), request.owner(), nowMs + request.leaseMs(), nowMs})
                .toList();
        var ids = new HashSet<>(tx.write(RunSql.CLAIM, rows, row -> row.getLong(1)));
        return claimed(
                tx, chosen.stream().filter(run -> ids.contains(run.runId())).toList());
    }

    /** Puts runs aside whose lanes are taken; gives how many. */
    private static int letWait(Tx tx, List<Candidate> behind) {
        var rows = behind.stream()
                .sorted(BY_ID)
                .map(run -> new Object[] {run.runId()})
                .toList();
        return rows.isEmpty()
                ? 0
                : tx.write(RunSql.WAIT, rows, row -> row.getLong(1)).size();
    }

    /** Due runs in their order: all that were looked at, and those that may be claimed as far as lanes and room go. */
    private record Due(List<Candidate> all, List<Candidate> open) {}

    private static Due due(Tx tx, ClaimRequest request, int further) {
        var due = new Due(new ArrayList<>(), new ArrayList<>());
        var paused = Pauses.targets(tx);
        for (var slots : request.slots()) {
            int free = Math.min(slots.free(), request.max());
            if (free < 1) {
                continue;
            }
            int max = Math.max(free, further);
            var found = new ArrayList<>(due(tx, request, slots.agent(), 1, max));
            // While its agent is paused, a run goes on only if somebody wants that of it, or if it merges a completion.
            if (found.size() < max && Pauses.mayRun(paused, slots.agent())) {
                found.addAll(due(tx, request, slots.agent(), 0, max - found.size()));
            }
            due.all.addAll(found);
            found.stream().filter(run -> !run.taken()).limit(free).forEach(due.open::add);
        }
        due.open.sort(Candidate.ORDER);
        return due;
    }

    private static List<Candidate> due(Tx tx, ClaimRequest request, String agent, int urgent, int max) {
        var parameters = Map.<String, Object>of(
                "agent", agent, "urgent", urgent, "now_ms", tx.nowMs(), "lapses", request.lapsesMax(), "max", max);
        return tx.query(RunSql.due(tx.dialect()), parameters, Candidate::read);
    }

    /** The runs' lanes, but for those that another node is about to fill or to leave (I9). */
    private static Set<String> lockable(Tx tx, List<Candidate> runs) {
        var lanes = runs.stream().flatMap(run -> run.lane().stream()).collect(Collectors.toCollection(TreeSet::new));
        if (tx.dialect() == Dialect.SQLITE || lanes.isEmpty()) {
            return lanes;
        }
        var rows = lanes.stream().map(lane -> new Object[] {lane}).toList();
        return new HashSet<>(tx.query(RunSql.LANE_LOCK, rows, row -> row.getString(1)));
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

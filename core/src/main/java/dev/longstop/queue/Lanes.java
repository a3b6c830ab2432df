package dev.longstop.queue;

import dev.longstop.store.Bulk;
import dev.longstop.store.Dialect;
import dev.longstop.store.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What new work of a busy lane does to the lane's older work, and what the older does to it.
 *
 * <p>Used inside the transaction that gives birth to the runs, for agents that do not simply queue. The conditions are
 * spelled as in the indexes {@code run_lane} and {@code run_lane_pending}.
 */
final class Lanes {

    /** Why a run is over that was not begun, since its lane was busy. */
    static final String SKIPPED = "skipped: its lane was busy";

    /** Why a run is over that was not begun, since its lane works on a newer event. */
    private static final String OVERTAKEN = "its lane works on a newer event";

    private static final String SUPERSEDED = "newer work of its lane took its place";

    private static final Bulk IN_PROGRESS = Bulk.of("lane text", """
            -- queue: the runs in progress of some lanes
            select r.lane, r.id, r.state, r.event_seq from <rows> as v
            join run as r on r.lane = v.lane and r.lane is not null and r.state in ('running', 'waiting')
            """);

    private static final Bulk TO_COME = Bulk.of("lane text", """
            -- queue: the runs to come of some lanes
            select r.lane, r.id, r.state, r.event_seq from <rows> as v
            join run as r on r.lane = v.lane and r.lane_governed = 1 and r.state in ('pending', 'held')
            """);

    private static final Bulk SUPERSEDE = Bulk.of("run_id bigint, now_ms bigint, said text", """
            -- queue: supersede runs
            update run set
                state = 'superseded',
                due_at = null,
                wait_until = null,
                held = null,
                lease_until = null,
                lease_owner = null,
                ended_at = v.now_ms,
                outcome = v.said
            from <rows> as v
            where run.id = v.run_id and run.state in ('pending', 'held', 'running', 'waiting')
            """);

    private Lanes() {}

    /** Waits until no other transaction governs one of the lanes (PostgreSQL). */
    static void lock(Tx tx, List<RunBirth> births, Policies policies) {
        var lanes = new TreeSet<String>();
        births.forEach(
                birth -> birth.lane().filter(lane -> governs(birth, policies)).ifPresent(lanes::add));
        if (tx.dialect() == Dialect.POSTGRESQL && !lanes.isEmpty()) {
            tx.query(SettingSql.LOCK, rows(lanes), row -> row.getString(1));
        }
    }

    /** The births in their order, those as over whose agent skips and whose lane is busy. */
    static List<RunBirth> skip(Tx tx, List<RunBirth> births, Policies policies) {
        var lanes = new TreeSet<String>();
        births.forEach(birth ->
                birth.lane().filter(lane -> governs(birth, policies, Busy.SKIP)).ifPresent(lanes::add));
        if (lanes.isEmpty()) {
            return births;
        }
        Set<String> busy = new HashSet<>(tx.query(IN_PROGRESS, rows(lanes), row -> row.getString(1)));
        tx.query(TO_COME, rows(lanes), row -> Map.entry(row.getString(1), row.getString(3))).stream()
                .filter(run -> run.getValue().equals(RunState.PENDING.word()))
                .forEach(run -> busy.add(run.getKey()));
        var decided = new ArrayList<RunBirth>(births.size());
        for (var birth : births) {
            boolean skips = governs(birth, policies, Busy.SKIP)
                    && birth.lane().filter(lane -> !busy.add(lane)).isPresent();
            decided.add(skips ? birth.overFor(SKIPPED) : birth);
        }
        return decided;
    }

    /**
     * The births in their order, those as over whose agent supersedes and whose lane is at work on a newer event, or
     * about to be: what is asked for late is no newer work. Runs that are held overtake nobody.
     */
    static List<RunBirth> overtake(Tx tx, List<RunBirth> births, Policies policies) {
        var newest = new HashMap<String, Long>();
        for (var birth : births) {
            birth.lane()
                    .filter(lane -> governs(birth, policies, Busy.SUPERSEDE))
                    .ifPresent(lane -> newest.put(lane, Long.MIN_VALUE));
        }
        if (newest.isEmpty()) {
            return births;
        }
        for (var look : List.of(IN_PROGRESS, TO_COME)) {
            tx.query(look, rows(newest.keySet()), Lanes::working).stream()
                    .flatMap(Optional::stream)
                    .forEach(run -> newest.merge(run.getKey(), run.getValue(), Math::max));
        }
        var decided = new ArrayList<RunBirth>(births.size());
        for (var birth : births) {
            boolean late = governs(birth, policies, Busy.SUPERSEDE)
                    && birth.lane()
                            .filter(lane -> newest.getOrDefault(lane, Long.MIN_VALUE) > birth.eventSeq())
                            .isPresent();
            decided.add(late ? birth.overFor(OVERTAKEN) : birth);
        }
        return decided;
    }

    private static Optional<Map.Entry<String, Long>> working(ResultSet run) throws SQLException {
        return run.getString(3).equals(RunState.HELD.word())
                ? Optional.empty()
                : Optional.of(Map.entry(run.getString(1), run.getLong(4)));
    }

    /**
     * Ends the older runs of lanes in which newer ones were born.
     *
     * @param ids the rows of the births, in their order
     * @param aftermath what becomes of what the older runs began elsewhere
     */
    static void supersede(Tx tx, List<RunBirth> births, List<Long> ids, Policies policies, Aftermath aftermath) {
        var newest = new TreeMap<String, Long>();
        for (int i = 0; i < births.size(); i++) {
            long id = ids.get(i);
            var birth = births.get(i);
            if (governs(birth, policies, Busy.SUPERSEDE)) {
                birth.lane().ifPresent(lane -> newest.put(lane, id));
            }
        }
        if (newest.isEmpty()) {
            return;
        }
        var older = new TreeSet<Long>();
        for (var look : List.of(IN_PROGRESS, TO_COME)) {
            tx.query(look, rows(newest.keySet()), row -> Map.entry(row.getString(1), row.getLong(2))).stream()
                    .filter(run -> !run.getValue().equals(newest.get(run.getKey())))
                    .forEach(run -> older.add(run.getValue()));
        }
        if (older.isEmpty()) {
            return;
        }
        long nowMs = tx.nowMs();
        var given = List.copyOf(older);
        aftermath.giveUp(tx, given);
        tx.write(
                SUPERSEDE,
                given.stream().map(id -> new Object[] {id, nowMs, SUPERSEDED}).toList());
        aftermath.giveUp(tx, given);
    }

    /** Whether the runs to come of the birth's lane are looked for: only those stand in an index by lane. */
    static boolean governs(RunBirth birth, Policies policies) {
        return policies.of(birth.seed().agent()).busy() != Busy.QUEUE;
    }

    /** Whether a birth that will be worked on is of an agent that does so. */
    private static boolean governs(RunBirth birth, Policies policies, Busy busy) {
        return birth.state() == RunState.PENDING
                && policies.of(birth.seed().agent()).busy() == busy;
    }

    private static List<Object[]> rows(Set<String> lanes) {
        return lanes.stream().map(lane -> new Object[] {lane}).toList();
    }
}

package dev.longstop.queue;

import dev.longstop.store.Bulk;
import dev.longstop.store.Tx;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the runs of new events, inside the transaction that takes the events in.
 *
 * <p><i>Promises</i>: unique (event, agent, round); a run that is born held or as a shadow is never claimed.
 */
public final class RunBirths {

    /** The outcome of a run that was recorded only. */
    public static final String SHADOW = "shadow";

    private static final Bulk INSERT = Bulk.of(
            "run_id bigint, event_seq bigint, agent text, source text, lane text, governed integer,"
                    + " mode text, urgent integer, state text, held text, born_at bigint, due_at bigint,"
                    + " ended_at bigint, outcome text",
            """
            -- queue: the runs of new events
            insert into run (id, event_seq, agent, round, source, lane, lane_governed, mode, urgent, state, held,
                created_at, due_at, ended_at, outcome)
            select v.run_id, v.event_seq, v.agent, 1, v.source, v.lane, v.governed, v.mode, v.urgent, v.state,
                v.held, v.born_at, v.due_at, v.ended_at, v.outcome
            from <rows> as v
            """);

    private RunBirths() {}

    /**
     * Writes the runs; ids in the order of the list, so that a lane's runs keep the order of arrival.
     *
     * @param policies what governs them: which are held by a limit, skipped, or take an older one's place
     * @param aftermath what becomes of what runs began elsewhere whose place is taken
     */
    public static void write(Tx tx, List<RunBirth> births, Policies policies, Aftermath aftermath) {
        if (births.isEmpty()) {
            return;
        }
        boolean governed = policies != Policies.NONE;
        var decided = governed ? governed(tx, births, policies) : births;
        long nowMs = tx.nowMs();
        var rows = new ArrayList<Object[]>(decided.size());
        var ids = new ArrayList<Long>(decided.size());
        for (var birth : decided) {
            long id = tx.nextId("run");
            ids.add(id);
            rows.add(row(id, birth, Lanes.governs(birth, policies), nowMs));
        }
        tx.write(INSERT, rows);
        if (governed) {
            Lanes.supersede(tx, decided, ids, policies, aftermath);
        }
    }

    private static List<RunBirth> governed(Tx tx, List<RunBirth> births, Policies policies) {
        Lanes.lock(tx, births, policies);
        return Limiting.hold(tx, Lanes.skip(tx, births, policies), policies);
    }

    private static Object[] row(long id, RunBirth birth, boolean governed, long nowMs) {
        var seed = birth.seed();
        var state = birth.state();
        return new Object[] {
            id,
            birth.eventSeq(),
            seed.agent(),
            birth.source(),
            birth.lane().orElse(null),
            governed ? 1 : 0,
            seed.mode().word(),
            seed.urgent() ? 1 : 0,
            state.word(),
            state == RunState.HELD ? birth.why().orElseThrow() : null,
            nowMs,
            state == RunState.PENDING ? nowMs : null,
            state.over() ? nowMs : null,
            state.over() ? birth.over().orElse(SHADOW) : null
        };
    }
}

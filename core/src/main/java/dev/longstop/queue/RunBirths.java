package dev.longstop.queue;

import dev.longstop.event.EventId;
import dev.longstop.event.SafeText;
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
            "run_id bigint, event_seq bigint, agent text, source text, lane text, mode text, urgent integer,"
                    + " state text, held text, born_at bigint, due_at bigint, ended_at bigint, outcome text",
            """
            -- queue: the runs of new events
            insert into run (id, event_seq, agent, round, source, lane, mode, urgent, state, held, created_at,
                due_at, ended_at, outcome)
            select v.run_id, v.event_seq, v.agent, 1, v.source, v.lane, v.mode, v.urgent, v.state, v.held,
                v.born_at, v.due_at, v.ended_at, v.outcome
            from <rows> as v
            """);

    private static final int LANE_CHARS_MAX = 255;

    private RunBirths() {}

    /** Writes the runs; ids in the order of the list, so that a lane's runs keep the order of arrival. */
    public static void write(Tx tx, List<RunBirth> births) {
        if (births.isEmpty()) {
            return;
        }
        long nowMs = tx.nowMs();
        var rows = new ArrayList<Object[]>(births.size());
        for (var birth : births) {
            rows.add(row(tx.nextId("run"), birth, nowMs));
        }
        tx.write(INSERT, rows);
    }

    private static Object[] row(long id, RunBirth birth, long nowMs) {
        var seed = birth.seed();
        var state = birth.state();
        boolean shadow = state == RunState.DONE;
        return new Object[] {
            id,
            birth.eventSeq(),
            seed.agent(),
            birth.source(),
            seed.lane().map(RunBirths::lane).orElse(null),
            seed.mode().word(),
            seed.urgent() ? 1 : 0,
            state.word(),
            state == RunState.HELD ? birth.why().orElseThrow() : null,
            nowMs,
            state == RunState.PENDING ? nowMs : null,
            shadow ? nowMs : null,
            shadow ? SHADOW : null
        };
    }

    /** A lane's name that every index can hold; two long names that differ stay two. */
    private static String lane(String lane) {
        var safe = SafeText.of(lane);
        return safe.length() <= LANE_CHARS_MAX ? safe : EventId.ofOperator(lane).text();
    }
}

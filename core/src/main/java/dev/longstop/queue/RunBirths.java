package dev.longstop.queue;

import dev.longstop.store.Bulk;
import dev.longstop.store.Tx;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Writes the runs of events, inside the transaction that takes the events in, or that has their work done later.
 *
 * <p><i>Promises</i>: unique (event, agent, round); a run that is born held or as a shadow is never claimed.
 */
public final class RunBirths {

    /** The outcome of a run that was recorded only. */
    public static final String SHADOW = "shadow";

    private static final String VALUES =
            "run_id bigint, event_seq bigint, agent text, round integer, source text, lane text, governed integer,"
                    + " mode text, urgent integer, state text, held text, born_at bigint, due_at bigint,"
                    + " ended_at bigint, outcome text";

    private static final Bulk INSERT = Bulk.of(VALUES, """
            -- queue: the runs of new events
            insert into run (id, event_seq, agent, round, source, lane, lane_governed, mode, urgent, state, held,
                created_at, due_at, ended_at, outcome)
            select v.run_id, v.event_seq, v.agent, v.round, v.source, v.lane, v.governed, v.mode, v.urgent, v.state,
                v.held, v.born_at, v.due_at, v.ended_at, v.outcome
            from <rows> as v
            """);

    /** The unique index decides which round is new (A5): no look before, no race. */
    private static final Bulk INSERT_ABSENT = Bulk.of(VALUES, """
            -- queue: the runs of known events
            insert into run (id, event_seq, agent, round, source, lane, lane_governed, mode, urgent, state, held,
                created_at, due_at, ended_at, outcome)
            select v.run_id, v.event_seq, v.agent, v.round, v.source, v.lane, v.governed, v.mode, v.urgent, v.state,
                v.held, v.born_at, v.due_at, v.ended_at, v.outcome
            from <rows> as v
            where true
            on conflict (event_seq, agent, round) do nothing
            returning id
            """);

    /** What {@link #ofTaken} says of a run. */
    public static final String OF_TAKEN_VALUES = "run_id bigint, delivery_id bigint, item integer, agent text,"
            + " round integer, source text, lane text, mode text, urgent integer, state text, held text, outcome text";

    /**
     * Writes the runs of events that another part of the statement takes in, and gives as {@code taken}; the time
     * stands in {@code clock}. PostgreSQL only.
     */
    public static final String OF_TAKEN = """
            -- queue: the runs of events that are taken in with them
            insert into run (id, event_seq, agent, round, source, lane, lane_governed, mode, urgent, state, held,
                created_at, due_at, ended_at, outcome)
            select v.run_id, t.seq, v.agent, v.round, v.source, v.lane, 0, v.mode, v.urgent,
                case when v.state = 'pending' and t.suspected_replay = 1 then 'held' else v.state end,
                case when v.state = 'pending' and t.suspected_replay = 1 then '%s' else v.held end,
                c.now_ms,
                case when v.state = 'pending' and t.suspected_replay = 0 then c.now_ms end,
                case when v.outcome is not null then c.now_ms end,
                v.outcome
            from <rows> as v
            join taken as t on t.delivery_id = v.delivery_id and t.item = v.item
            cross join clock as c
            """.formatted(RunBirth.SUSPECTED_REPLAY);

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
        var decided = births;
        if (governed) {
            Lanes.lock(tx, births, policies);
            decided = governed(tx, births, policies);
        }
        var ids = ids(tx, decided);
        tx.writeBy(INSERT, rows(decided, ids, policies, tx.nowMs()));
        if (governed) {
            Lanes.supersede(tx, decided, ids, policies, aftermath);
        }
    }

    /**
     * A row for {@link #OF_TAKEN}: a run that nothing governs, and whose event is found by the delivery that brings it.
     *
     * @param birth without its event's row, and as if its body had not come before
     */
    public static Object[] ofTaken(Tx tx, RunBirth birth, long deliveryId, int item) {
        var seed = birth.seed();
        var state = birth.state();
        return new Object[] {
            tx.nextId("run"),
            deliveryId,
            item,
            seed.agent(),
            birth.round(),
            birth.source(),
            birth.lane().orElse(null),
            seed.mode().word(),
            seed.urgent() ? 1 : 0,
            state.word(),
            state == RunState.HELD ? birth.why().orElseThrow() : null,
            state.over() ? SHADOW : null
        };
    }

    /** A run that was born late, and in which state. */
    record Born(long runId, RunState state) {}

    /**
     * Writes the runs of events that are known, as far as their rounds are not taken.
     *
     * @return what was born, in the order of the births; empty where there was such a run already
     */
    static List<Optional<Born>> writeAbsent(Tx tx, List<RunBirth> births, Policies policies, Aftermath aftermath) {
        if (births.isEmpty()) {
            return List.of();
        }
        Lanes.lock(tx, births, policies);
        var decided = governed(tx, Lanes.overtake(tx, births, policies), policies);
        var ids = ids(tx, decided);
        var written =
                new HashSet<>(tx.write(INSERT_ABSENT, rows(decided, ids, policies, tx.nowMs()), row -> row.getLong(1)));
        var born = new ArrayList<Optional<Born>>(decided.size());
        var bornBirths = new ArrayList<RunBirth>(decided.size());
        var bornIds = new ArrayList<Long>(decided.size());
        for (int i = 0; i < decided.size(); i++) {
            long id = ids.get(i);
            boolean is = written.contains(id);
            born.add(is ? Optional.of(new Born(id, decided.get(i).state())) : Optional.empty());
            if (is) {
                bornBirths.add(decided.get(i));
                bornIds.add(id);
            }
        }
        // A run that was not born takes nobody's place.
        Lanes.supersede(tx, bornBirths, bornIds, policies, aftermath);
        return born;
    }

    private static List<Long> ids(Tx tx, List<RunBirth> births) {
        return births.stream().map(birth -> tx.nextId("run")).toList();
    }

    private static List<Object[]> rows(List<RunBirth> births, List<Long> ids, Policies policies, long nowMs) {
        var rows = new ArrayList<Object[]>(births.size());
        for (int i = 0; i < births.size(); i++) {
            rows.add(row(ids.get(i), births.get(i), Lanes.governs(births.get(i), policies), nowMs));
        }
        return rows;
    }

    private static List<RunBirth> governed(Tx tx, List<RunBirth> births, Policies policies) {
        return Limiting.hold(tx, Lanes.skip(tx, births, policies), policies);
    }

    private static Object[] row(long id, RunBirth birth, boolean governed, long nowMs) {
        var seed = birth.seed();
        var state = birth.state();
        return new Object[] {
            id,
            birth.eventSeq(),
            seed.agent(),
            birth.round(),
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

package dev.longstop.queue;

import dev.longstop.store.Bulk;
import dev.longstop.store.Page;
import dev.longstop.store.RowReader;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the queue holds and held, for people: newest event first, its newest run first.
 *
 * <p><i>Bounds</i>: a page looks at no more than {@link Page#WINDOW} rows. <i>Threads</i>: safe; blocks.
 */
public final class RunList {

    /**
     * Which runs to list.
     *
     * @param agent of this agent only
     * @param state in this state only
     * @param before after this run in the list: the {@code before} of the page before
     * @param limit the most to give, 1 to {@link Page#LIMIT_MAX}
     */
    public record Filter(Optional<String> agent, Optional<RunState> state, Optional<Long> before, int limit) {

        public Filter {
            if (limit < 1 || limit > Page.LIMIT_MAX) {
                throw new IllegalArgumentException("a page has 1 to " + Page.LIMIT_MAX + " runs");
            }
        }

        /** The newest runs, whatever they are. */
        public static Filter newest(int limit) {
            return new Filter(Optional.empty(), Optional.empty(), Optional.empty(), limit);
        }

        private boolean narrow() {
            return agent.isPresent() || state.filter(RunState.DONE::equals).isPresent();
        }
    }

    private static final String RECENT = """
            -- queue: the newest runs
            select r.id
            from run as r
            where r.event_seq <= :seq
                and (r.event_seq < :seq or r.id < :before)
            order by r.event_seq desc, r.id desc
            """;

    /** Names the index's condition beside the state, or a parameter would keep the index out. */
    private static final String IN_STATE = """
            -- queue: the newest runs in a state
            select r.id
            from run as r
            where r.state = :state
                and r.state <> 'done'
                and r.event_seq <= :seq
                and (r.event_seq < :seq or r.id < :before)
            order by r.event_seq desc, r.id desc
            """;

    private static final String LIST = """
            -- queue: list runs
            select %s
            from (%s) as w
            join run as r on r.id = w.id
            join inbox as i on i.seq = r.event_seq
            where (:agent = '' or r.agent = :agent)
                and (:state = '' or r.state = :state)
            order by r.event_seq desc, r.id desc
            limit :limit
            """;

    private static final String SHOW = """
            -- queue: show a run
            select %s, r.result, r.result_cut, r.lease_owner
            from run as r
            join inbox as i on i.seq = r.event_seq
            where r.id = :id
            """.formatted(RunSummary.COLUMNS);

    private static final String PLACE = """
            -- queue: a run's place in the list
            select event_seq from run where id = :id
            """;

    private static final Bulk OF_EVENTS = Bulk.of("event_seq bigint", """
            -- queue: the runs of some events
            select %s
            from <rows> as v
            join run as r on r.event_seq = v.event_seq
            join inbox as i on i.seq = r.event_seq
            """.formatted(RunSummary.COLUMNS));

    private static final String LIST_RECENT = LIST.formatted(RunSummary.COLUMNS, RECENT + "limit :window");
    private static final String LIST_IN_STATE = LIST.formatted(RunSummary.COLUMNS, IN_STATE + "limit :window");

    /** The last run that a full window holds. */
    private static final String LAST = "limit 1 offset " + (Page.WINDOW - 1);

    private static final String REACH_RECENT = RECENT + LAST;
    private static final String REACH_IN_STATE = IN_STATE + LAST;

    private static final RowReader<Long> LONG = row -> row.getLong(1);

    private final Store store;

    public RunList(Store store) {
        this.store = store;
    }

    /** A page of runs. A {@code before} that is no run gives an empty page. */
    public Page<RunSummary> list(Filter filter) {
        return store.read(tx -> page(tx, filter));
    }

    /** A run with what its last attempt left; empty if there is none of that id. */
    public Optional<RunDetail> show(long id) {
        return store.read(tx -> tx
                .query(
                        SHOW,
                        Map.of("id", id),
                        row -> new RunDetail(
                                RunSummary.read(row),
                                Optional.ofNullable(row.getString(20)),
                                row.getInt(21) == 1,
                                Optional.ofNullable(row.getString(22))))
                .stream()
                .findFirst());
    }

    /** The runs of some events, by event, oldest first; inside a read of the caller's. */
    public static Map<Long, List<RunSummary>> ofEvents(Tx tx, Collection<Long> seqs) {
        var rows = seqs.stream().map(seq -> new Object[] {seq}).toList();
        var runs = tx.query(OF_EVENTS, rows, RunSummary::read);
        var byEvent = new HashMap<Long, List<RunSummary>>();
        runs.stream()
                .sorted(Comparator.comparingLong(RunSummary::createdAtMs).thenComparingLong(RunSummary::id))
                .forEach(run -> byEvent.computeIfAbsent(run.eventSeq(), seq -> new ArrayList<>())
                        .add(run));
        return byEvent;
    }

    private static Page<RunSummary> page(Tx tx, Filter filter) {
        long before = filter.before.orElse(Long.MAX_VALUE);
        var place = filter.before.isEmpty() ? List.of(Long.MAX_VALUE) : tx.query(PLACE, Map.of("id", before), LONG);
        if (place.isEmpty()) {
            return new Page<>(List.of(), Optional.empty());
        }
        boolean indexed = filter.state.filter(state -> state != RunState.DONE).isPresent();
        var parameters = Map.<String, Object>of(
                "seq",
                place.get(0),
                "before",
                before,
                "agent",
                filter.agent.orElse(""),
                "state",
                filter.state.map(RunState::word).orElse(""),
                "window",
                filter.narrow() ? Page.WINDOW : filter.limit,
                "limit",
                filter.limit);
        var runs = tx.query(indexed ? LIST_IN_STATE : LIST_RECENT, parameters, RunSummary::read);
        if (runs.size() == filter.limit) {
            return new Page<>(runs, Optional.of(runs.get(runs.size() - 1).id()));
        }
        // Fewer than asked for: either that was all, or the window ended first.
        return new Page<>(
                runs,
                filter.narrow()
                        ? tx.query(indexed ? REACH_IN_STATE : REACH_RECENT, parameters, LONG).stream()
                                .findFirst()
                        : Optional.empty());
    }
}

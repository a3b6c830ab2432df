package dev.longstop.inbox;

import dev.longstop.event.Event;
import dev.longstop.event.EventId;
import dev.longstop.event.HeaderText;
import dev.longstop.event.Headers;
import dev.longstop.inbox.ReplayDraft.Skip;
import dev.longstop.inbox.ReplayRules.Does;
import dev.longstop.inbox.ReplayRules.Leaves;
import dev.longstop.inbox.ReplayRules.Standing;
import dev.longstop.inbox.ReplayRules.Verdict;
import dev.longstop.queue.EventRow;
import dev.longstop.queue.ReplayItem;
import dev.longstop.queue.ReplayPlan;
import dev.longstop.queue.Replays;
import dev.longstop.queue.RunSeed;
import dev.longstop.store.Reads;
import dev.longstop.store.Tx;
import dev.longstop.verify.Extraction.Extracted;
import dev.longstop.verify.Extractor;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Plans replays: what would be done for the events that somebody chooses, by the rules as they are now. Nothing is
 * written.
 *
 * <p><i>Bounds</i>: a plan has at most {@link ReplayPlan#ITEMS_MAX} items and looks at {@link #WINDOWS_MAX} windows of
 * events; what is beyond is for the next one. <i>Threads</i>: safe; blocks.
 */
public final class Replay {

    /** How many windows of events one plan looks at. */
    static final int WINDOWS_MAX = 20;

    /** Events that are read at once. */
    private static final int EVENTS_AT_ONCE = 200;

    /**
     * How far the order of rows may differ from the order of arrival, in milliseconds: a delivery waits for its commit,
     * and nodes read the store's clock twice a minute.
     */
    private static final long DISORDER_MS = 120_000;

    private static final byte[] NOTHING = {};

    private final Reads store;
    private final Supplier<Map<String, Source>> sources;
    private final Supplier<Set<String>> workers;

    /**
     * A planner.
     *
     * @param sources the sources with their rules, as they are when it is asked
     * @param workers whom runs can be for
     */
    public Replay(Reads store, Supplier<Map<String, Source>> sources, Supplier<Set<String>> workers) {
        this.store = store;
        this.sources = sources;
        this.workers = workers;
    }

    private record Found(Event event, boolean pruned) {

        static Found read(ResultSet row) throws SQLException {
            return new Found(EventRow.read(row, 1), row.getInt(13) == 1);
        }
    }

    private record Place(long seq, long receivedAtMs) {

        static Place read(ResultSet row) throws SQLException {
            return new Place(row.getLong(1), row.getLong(2));
        }
    }

    private record Stored(byte[] body, String contentType, Headers headers) {

        static Stored read(ResultSet row) throws SQLException {
            var body = row.getBytes(1);
            return new Stored(body == null ? NOTHING : body, row.getString(2), HeaderText.read(row.getString(3)));
        }
    }

    /** A plan while it is made. */
    private final class Sketch {
        private final ReplayChoice choice;
        private final ReplayRules rules;
        private final List<ReplayItem> items = new ArrayList<>();
        private final Map<Long, Event> events = new HashMap<>();
        private final EnumMap<Skip, Integer> skipped = new EnumMap<>(Skip.class);
        private int chosen;

        Sketch(ReplayChoice choice) {
            this.choice = choice;
            this.rules = new ReplayRules(choice, workers.get());
        }

        /** Adds events; gives after which row there was no room any more. */
        Optional<Long> add(List<Found> found) {
            var runs = store.read(tx -> Replays.standing(
                    tx, found.stream().map(one -> one.event.seq()).toList()));
            for (var one : found) {
                var own = runs.getOrDefault(one.event.seq(), List.of());
                var verdicts = rules.decide(new Standing(one.event, one.pruned, own, owed(one)));
                long does = verdicts.stream().filter(Does.class::isInstance).count();
                if (items.size() + does > ReplayPlan.ITEMS_MAX) {
                    return Optional.of(one.event.seq() - 1);
                }
                chosen += verdicts.isEmpty() ? 0 : 1;
                verdicts.forEach(verdict -> add(one.event, verdict));
            }
            return Optional.empty();
        }

        private void add(Event event, Verdict verdict) {
            if (verdict instanceof Does does) {
                items.add(does.item());
                events.put(event.seq(), event);
            } else {
                skipped.merge(((Leaves) verdict).why(), 1, Integer::sum);
            }
        }

        ReplayDraft upTo(Optional<Long> next) {
            return new ReplayDraft(new ReplayPlan(items), events, skipped, chosen, next);
        }
    }

    /** What a replay of some events would do. */
    public ReplayDraft draw(ReplayChoice choice) {
        var sketch = new Sketch(choice);
        return sketch.upTo(choice.events().isEmpty() ? walk(sketch) : sketch.add(chosen(choice)));
    }

    private List<Found> chosen(ReplayChoice choice) {
        long after = choice.after().orElse(Long.MIN_VALUE);
        var rows = choice.events().stream()
                .filter(seq -> seq > after)
                .map(seq -> new Object[] {seq})
                .toList();
        return store.read(tx -> tx.query(ReplaySql.CHOSEN, rows, Found::read)).stream()
                .sorted((one, other) -> Long.compare(one.event.seq(), other.event.seq()))
                .toList();
    }

    /** Goes through the events in the order of their rows; gives where another plan is to go on, if one is. */
    private Optional<Long> walk(Sketch sketch) {
        var choice = sketch.choice;
        long first = choice.after().orElse(0L);
        long upto = store.read(tx -> tx.query(ReplaySql.LAST, Map.of("after", first), row -> row.getLong(1))).stream()
                .findFirst()
                .orElse(first);
        long after = Math.max(first, beginning(choice, upto));
        for (int window = 0; window < WINDOWS_MAX; window++) {
            var reach = reach(choice, after, upto);
            if (reach.isEmpty()) {
                return Optional.empty();
            }
            var full = window(sketch, after, reach.get().seq);
            if (full.isPresent()) {
                return full;
            }
            after = reach.get().seq;
            if (reach.get().receivedAtMs - DISORDER_MS >= choice.untilMs().orElse(Long.MAX_VALUE - DISORDER_MS)) {
                return Optional.empty();
            }
        }
        return Optional.of(after).filter(last -> last < upto);
    }

    private Optional<Long> window(Sketch sketch, long after, long upto) {
        long from = after;
        while (true) {
            long begin = from;
            var found = store.read(tx -> find(tx, sketch.choice, begin, upto));
            var full = sketch.add(found);
            if (full.isPresent() || found.size() < EVENTS_AT_ONCE) {
                return full;
            }
            from = found.get(found.size() - 1).event.seq();
        }
    }

    private static ReplaySql.From from(ReplayChoice choice) {
        boolean ofRuns = choice.state()
                .filter(state -> state != EventState.DONE && state != EventState.IGNORED)
                .isPresent();
        return ofRuns ? ReplaySql.From.STATE : ReplaySql.From.ALL;
    }

    private Optional<Place> reach(ReplayChoice choice, long after, long upto) {
        Map<String, Object> range = Map.of("after", after, "upto", upto, "state", word(choice));
        return store.read(tx -> tx.query(from(choice).reach(), range, Place::read)).stream()
                .findFirst();
    }

    private static List<Found> find(Tx tx, ReplayChoice choice, long after, long upto) {
        Map<String, Object> parameters = Map.of(
                "after", after,
                "upto", upto,
                "state", word(choice),
                "source", choice.source().orElse(""),
                "type", choice.type().orElse(""),
                "since", choice.sinceMs().orElse(Long.MIN_VALUE),
                "until", choice.untilMs().orElse(Long.MAX_VALUE),
                "limit", EVENTS_AT_ONCE);
        return tx.query(from(choice).find(), parameters, Found::read);
    }

    private static String word(ReplayChoice choice) {
        return choice.state().map(EventState::word).orElse("");
    }

    /** A row before which nothing came that the choice names: found by halves, since rows are almost in order. */
    private long beginning(ReplayChoice choice, long last) {
        if (choice.sinceMs().isEmpty()) {
            return 0;
        }
        long wanted = choice.sinceMs().get() - DISORDER_MS;
        return store.read(tx -> {
            long low = 0;
            long high = last;
            while (low < high) {
                long middle = low + (high - low) / 2;
                var place = tx.query(ReplaySql.NEXT, Map.of("seq", middle + 1), Place::read);
                if (place.isEmpty() || place.get(0).receivedAtMs >= wanted) {
                    high = middle;
                } else {
                    low = Math.min(high, place.get(0).seq);
                }
            }
            return low;
        });
    }

    /** What the present rules start for an event; empty where that cannot be known. */
    private Optional<List<RunSeed>> owed(Found found) {
        var source = sources.get().get(found.event.source());
        if (source == null) {
            return Optional.of(List.of());
        }
        if (!looksInside(source)) {
            return Optional.of(Rules.decide(source, said(found.event, NO_WORD)).runs());
        }
        if (found.pruned) {
            return Optional.empty();
        }
        return store.read(tx -> tx.query(ReplaySql.BODY, Map.of("seq", found.event.seq()), Stored::read)).stream()
                .findFirst()
                .flatMap(stored -> Extractor.stored(
                        source.contract(), stored.headers, stored.body, stored.contentType, found.event.item()))
                .map(said -> Rules.decide(source, said(found.event, said)).runs());
    }

    private static final Extractor.Said NO_WORD =
            new Extractor.Said(Optional.empty(), JsonNodeFactory.instance.objectNode());

    private static boolean looksInside(Source source) {
        return !source.ignore().isEmpty()
                || source.rules().stream().anyMatch(rule -> !rule.conditions().isEmpty());
    }

    /** The event as it was taken in: type, action and subject are what they were then. */
    private static Extracted said(Event event, Extractor.Said said) {
        return new Extracted(
                new EventId(event.id(), Optional.empty(), EventId.Origin.SENDER),
                NOTHING,
                event.type(),
                event.action(),
                event.subject(),
                said.sender(),
                said.payload());
    }
}

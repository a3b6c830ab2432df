package dev.longstop.inbox;

import dev.longstop.event.Event;
import dev.longstop.event.HeaderText;
import dev.longstop.queue.EventRow;
import dev.longstop.queue.RunList;
import dev.longstop.queue.RunSummary;
import dev.longstop.store.Page;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the inbox holds, for people: newest first, each event with its runs and the state that follows from them.
 *
 * <p><i>Bounds</i>: a page looks at no more than {@link Page#WINDOW} rows (L8). <i>Threads</i>: safe; blocks.
 */
public final class EventsRead {

    /**
     * Which events to list.
     *
     * @param source of this source only
     * @param type of this type only; {@code type.action} is understood too
     * @param state in this state only
     * @param q with this text in id, type or subject, whatever the case
     * @param before older than this event's row
     * @param limit the most to give, 1 to {@link Page#LIMIT_MAX}
     */
    public record Filter(
            Optional<String> source,
            Optional<String> type,
            Optional<EventState> state,
            Optional<String> q,
            Optional<Long> before,
            int limit) {

        public Filter {
            if (limit < 1 || limit > Page.LIMIT_MAX) {
                throw new IllegalArgumentException("a page has 1 to " + Page.LIMIT_MAX + " events");
            }
        }

        /** The newest events, whatever they are. */
        public static Filter newest(int limit) {
            return new Filter(
                    Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), limit);
        }

        private EventsSql.From from() {
            boolean ofRuns = state.isPresent() && kind().isEmpty();
            boolean ofType = source.isPresent()
                    && type.filter(word -> !word.contains(".")).isPresent();
            return ofRuns ? EventsSql.From.STATE : ofType ? EventsSql.From.TYPE : EventsSql.From.ALL;
        }

        /** The state, where it follows from the absence of unfinished runs; else empty. */
        private String kind() {
            return state.filter(word -> word == EventState.DONE || word == EventState.IGNORED)
                    .map(EventState::word)
                    .orElse("");
        }

        private boolean narrow() {
            return source.isPresent() || type.isPresent() || q.isPresent() || !kind().isEmpty();
        }

        private Map<String, Object> parameters() {
            return Map.of(
                    "source", source.orElse(""),
                    "type", type.orElse(""),
                    "q", q.map(Filter::pattern).orElse(""),
                    "kind", kind(),
                    "state", state.map(EventState::word).orElse(""),
                    "worse", state.map(EventState::worse).orElse(""),
                    "before", before.orElse(Long.MAX_VALUE),
                    "window", narrow() ? Page.WINDOW : limit,
                    "limit", limit);
        }

        private static String pattern(String text) {
            var literal = text.toLowerCase(Locale.ROOT).replaceAll("[!%_]", "!$0");
            return "%" + literal + "%";
        }
    }

    private record Found(
            Event event,
            byte[] hash,
            long bodyBytes,
            String contentType,
            String headers,
            Optional<String> secret,
            Optional<Long> prunedAtMs) {}

    private final Store store;

    public EventsRead(Store store) {
        this.store = store;
    }

    /** A page of events. */
    public Page<EventSummary> list(Filter filter) {
        return store.read(tx -> {
            var parameters = filter.parameters();
            var from = filter.from();
            var events = tx.query(from.list(), parameters, row -> EventRow.read(row, 1));
            var page = summaries(tx, events);
            if (events.size() == filter.limit) {
                return new Page<>(
                        page, Optional.of(events.get(events.size() - 1).seq()));
            }
            // Fewer than asked for: either that was all, or the window ended first.
            var reach = filter.narrow()
                    ? tx.query(from.reach(), parameters, row -> row.getLong(1)).stream()
                            .findFirst()
                    : Optional.<Long>empty();
            return new Page<>(page, reach);
        });
    }

    /**
     * A page of the events of a source that one of its secrets let in: what to look at when it has leaked.
     *
     * @param secret the name of the secret
     */
    public Page<EventSummary> ofSecret(String source, String secret, Optional<Long> before, int limit) {
        return store.read(tx -> {
            Map<String, Object> parameters = Map.of(
                    "source", source,
                    "secret", secret,
                    "before", before.orElse(Long.MAX_VALUE),
                    "window", Page.WINDOW,
                    "limit", limit);
            var events = tx.query(EventsSql.OF_SECRET, parameters, row -> EventRow.read(row, 1));
            var reach = events.size() == limit
                    ? Optional.of(events.get(events.size() - 1).seq())
                    : tx.query(EventsSql.RECENT_REACH, parameters, row -> row.getLong(1)).stream()
                            .findFirst();
            return new Page<>(summaries(tx, events), reach);
        });
    }

    /** An event by its row; empty if there is none. */
    public Optional<EventDetail> show(long seq) {
        return store.read(tx -> detail(tx, EventsSql.BY_SEQ, Map.of("seq", seq)));
    }

    /** An event by its key; empty if there is none. */
    public Optional<EventDetail> show(String source, String eventId) {
        return store.read(tx -> detail(tx, EventsSql.BY_KEY, Map.of("source", source, "event_id", eventId)));
    }

    private static Optional<EventDetail> detail(Tx tx, String sql, Map<String, ?> parameters) {
        var found = tx.query(sql, parameters, EventsRead::found).stream().findFirst();
        return found.map(row -> new EventDetail(
                summaries(tx, List.of(row.event)).get(0),
                HexFormat.of().formatHex(row.hash),
                row.bodyBytes,
                row.contentType,
                HeaderText.read(row.headers),
                row.secret,
                row.prunedAtMs,
                tx.query(EventsSql.MISMATCHES, Map.of("seq", row.event.seq()), EventsRead::other)));
    }

    private static List<EventSummary> summaries(Tx tx, List<Event> events) {
        var runs = RunList.ofEvents(tx, events.stream().map(Event::seq).toList());
        return events.stream()
                .map(event -> summary(event, runs.getOrDefault(event.seq(), List.of())))
                .toList();
    }

    private static EventSummary summary(Event event, List<RunSummary> runs) {
        var states = runs.stream().map(RunSummary::state).toList();
        return new EventSummary(event, EventState.of(states, event.ignored()), runs);
    }

    private static Found found(ResultSet row) throws SQLException {
        long prunedAtMs = row.getLong(18);
        Optional<Long> pruned = row.wasNull() ? Optional.empty() : Optional.of(prunedAtMs);
        return new Found(
                EventRow.read(row, 1),
                row.getBytes(13),
                row.getLong(14),
                row.getString(15),
                row.getString(16),
                Optional.ofNullable(row.getString(17)),
                pruned);
    }

    private static EventDetail.Other other(ResultSet row) throws SQLException {
        return new EventDetail.Other(row.getLong(1), HexFormat.of().formatHex(row.getBytes(2)), row.getLong(3));
    }
}

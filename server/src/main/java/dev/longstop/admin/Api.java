package dev.longstop.admin;

import dev.longstop.config.Reload;
import dev.longstop.inbox.EventState;
import dev.longstop.inbox.EventSummary;
import dev.longstop.inbox.EventsRead;
import dev.longstop.ingress.Ingress;
import dev.longstop.queue.RunList;
import dev.longstop.queue.RunState;
import dev.longstop.queue.RunSummary;
import dev.longstop.queue.Runs;
import dev.longstop.store.Page;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What can be asked under {@code /api/}.
 *
 * <p><i>Threads</i>: safe; blocks on the store.
 */
final class Api {

    static final String PREFIX = "/api/";

    private static final long RELOAD_MS = 30_000;

    private static final List<String> EVENT_STATES =
            Arrays.stream(EventState.values()).map(EventState::word).toList();
    private static final List<String> RUN_STATES =
            Arrays.stream(RunState.values()).map(RunState::word).toList();

    private final EventsRead events;
    private final RunList runList;
    private final Runs runs;
    private final Ingress ingress;
    private final JobApi jobApi;
    private final Orders orders;
    private final Supplier<CompletionStage<Reload>> reload;

    Api(AdminServer.Watched watched) {
        this.events = new EventsRead(watched.store());
        this.runList = new RunList(watched.store());
        this.runs = watched.runs();
        this.ingress = watched.ingress();
        this.jobApi = new JobApi(watched.store(), watched.hands());
        this.orders = watched.orders();
        this.reload = watched.reload();
    }

    /** Answers a question. */
    Reply answer(String path, @Nullable String query) {
        var words = path.substring(PREFIX.length()).split("/", -1);
        if (words.length == 2) {
            return switch (words[0]) {
                case "events" -> one(words, query, row -> events.show(row).map(Words::event));
                case "runs" -> one(words, query, row -> runList.show(row).map(Words::run));
                case "jobs" -> one(words, query, jobApi::job);
                case "effects" -> one(words, query, jobApi::effect);
                default -> Reply.notFound("such path");
            };
        }
        return switch (path.substring(PREFIX.length())) {
            case "events" -> events(query);
            case "runs" -> runs(query);
            case "jobs" -> jobApi.jobs(query);
            case "effects" -> jobApi.effects(query);
            case "rejections" -> rejections(query);
            case "sla" -> jobApi.sla(query);
            case "summary" -> summary(query);
            default -> Reply.notFound("such path");
        };
    }

    /** Does what a person says. */
    Reply act(String path, byte[] body) {
        return path.equals(PREFIX + "reload")
                ? reloaded()
                : jobApi.act(path, body).orElseGet(() -> orders.carryOut(path, body));
    }

    private Reply reloaded() {
        var came = reload.get()
                .toCompletableFuture()
                .orTimeout(RELOAD_MS, TimeUnit.MILLISECONDS)
                .join();
        var answer = Words.object();
        var problems = answer.putArray("problems");
        came.problems().forEach(problem -> problems.add(problem.json()));
        if (came.changes().isEmpty()) {
            return Reply.problem(409, "the configuration has errors; nothing has changed", answer);
        }
        var now = answer.putArray("changed");
        came.changes().get().now().forEach(now::add);
        var later = answer.putArray("at_next_start");
        came.changes().get().later().forEach(later::add);
        return Reply.json(answer);
    }

    private static Reply one(String[] words, @Nullable String query, Function<Long, Optional<ObjectNode>> find) {
        return Query.of(query, List.of())
                .problem()
                .orElseGet(() -> Query.rowId(words[1])
                        .flatMap(find)
                        .map(Reply::json)
                        .orElse(Reply.notFound(words[0].substring(0, words[0].length() - 1) + " of this number")));
    }

    private Reply events(@Nullable String raw) {
        var query = Query.of(raw, List.of("source", "type", "state", "q", "before", "limit", "event_id", "secret"));
        var eventId = query.text("event_id");
        if (eventId.isPresent()) {
            return eventsByKey(query, eventId.get());
        }
        var secret = query.text("secret");
        if (secret.isPresent()) {
            return eventsOfSecret(query, secret.get());
        }
        var filter = new EventsRead.Filter(
                query.text("source"),
                query.text("type"),
                query.word("state", EventState::of, EVENT_STATES),
                query.text("q"),
                query.row("before"),
                query.limit());
        return query.problem().orElseGet(() -> page("events", query, events.list(filter), Api::eventJson));
    }

    private Reply eventsByKey(Query query, String eventId) {
        var source = query.text("source");
        if (source.isEmpty()) {
            return Reply.problem(400, "\"event_id\" needs \"source\" beside it");
        }
        return query.problem().orElseGet(() -> {
            var found = events.show(source.get(), eventId);
            var answer = Words.object();
            var list = answer.putArray("events");
            found.ifPresent(detail -> list.add(Words.event(detail.summary())));
            return Reply.json(answer.putNull("next"));
        });
    }

    private Reply eventsOfSecret(Query query, String secret) {
        var source = query.text("source");
        if (source.isEmpty()) {
            return Reply.problem(400, "\"secret\" needs \"source\" beside it");
        }
        var before = query.row("before");
        int limit = query.limit();
        return query.problem()
                .orElseGet(() ->
                        page("events", query, events.ofSecret(source.get(), secret, before, limit), Api::eventJson));
    }

    private Reply runs(@Nullable String raw) {
        var query = Query.of(raw, List.of("agent", "state", "before", "limit"));
        var filter = new RunList.Filter(
                query.text("agent"),
                query.word("state", Api::runState, RUN_STATES),
                query.row("before"),
                query.limit());
        return query.problem().orElseGet(() -> page("runs", query, runList.list(filter), Api::runJson));
    }

    private static Optional<RunState> runState(String word) {
        return RUN_STATES.contains(word) ? Optional.of(RunState.of(word)) : Optional.empty();
    }

    private static ObjectNode eventJson(EventSummary event) {
        return Words.event(event);
    }

    private static ObjectNode runJson(RunSummary run) {
        return Words.run(run);
    }

    private static <T> Reply page(String things, Query query, Page<T> page, Function<T, ObjectNode> json) {
        var answer = Words.object();
        var list = answer.putArray(things);
        page.items().forEach(item -> list.add(json.apply(item)));
        answer.put(
                "next",
                page.before().map(before -> query.next(PREFIX + things, before)).orElse(null));
        return Reply.json(answer);
    }

    private Reply rejections(@Nullable String raw) {
        return Query.of(raw, List.of()).problem().orElseGet(() -> {
            var answer = Words.object();
            var list = answer.putArray("rejections");
            ingress.rejections().newestFirst().forEach(rejection -> list.add(Words.rejection(rejection)));
            return Reply.json(answer);
        });
    }

    private Reply summary(@Nullable String raw) {
        return Query.of(raw, List.of()).problem().orElseGet(() -> {
            var counts = runs.counts();
            var answer = Words.object();
            answer.putObject("runs")
                    .put("due", counts.due())
                    .put("held", counts.held())
                    .put("oldest_due_at", Words.instant(counts.oldestDueAtMs()));
            var parked = answer.putObject("parked");
            orders.parked().forEach(parked::put);
            var paused = answer.putArray("paused");
            orders.paused().forEach(paused::add);
            answer.putObject("ingress").put("open", ingress.open()).put("bytes_in_flight", ingress.bytesInFlight());
            return Reply.json(answer);
        });
    }
}

package dev.longstop.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller.Answer;
import dev.longstop.http.HttpCaller.Answered;
import dev.longstop.http.HttpCaller.Failed;
import dev.longstop.http.HttpCaller.Request;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many jobs asked for by one list: R12, R16, H4, H21, H22. */
class SweepTest {

    private static final int JOBS = 12;
    private static final String ACME = "{\"owner\":\"acme\",\"repo\":\"road\"}";

    @TempDir
    Path folder = Path.of("");

    private final Set<String> over = new HashSet<>();

    /** What is at work stands in the list, to its last page; only what does not is asked for by itself. */
    @Test
    void whatIsStillAtWorkIsNotAskedForByItself() {
        try (var plant = new Plant(folder, "github-actions", false)) {
            plant.platform(this::github);
            jobs().forEach(job -> plant.watch(job, ACME));
            plant.turn();
            over.addAll(List.of("3", "7"));
            int before = plant.asked.size();
            plant.pass(300_000);
            assertThat(over(plant)).containsExactlyInAnyOrder("3", "7");
            var since = plant.asked.subList(before, plant.asked.size());
            assertThat(since.stream().filter(SweepTest::list).count())
                    .as("lists of two pages")
                    .isGreaterThanOrEqualTo(4);
            assertThat(alone(since)).containsExactlyInAnyOrder("3", "7");
            over.addAll(jobs());
            plant.pass(600_000);
            assertThat(over(plant)).hasSize(JOBS);
        }
    }

    /** H4: a list of changes is asked for what came since the last answer, and a good deal before it. */
    @Test
    void aListOfChangesIsAskedForFromTheLastAnswerOn() {
        try (var plant = new Plant(folder, "a2a", false)) {
            plant.platform(this::changes);
            jobs().forEach(plant::watch);
            plant.turn().pass(600_000);
            int before = plant.asked.size();
            long knownMs = plant.time.nowMs();
            plant.pass(600_000);
            var since = plant.asked.subList(before, plant.asked.size());
            assertThat(since).anyMatch(SweepTest::list);
            assertThat(marks(since)).allSatisfy(mark -> assertThat(mark).isBetween(knownMs - 1_200_000, knownMs + 1));
            over.add("5");
            plant.pass(600_000);
            assertThat(over(plant)).containsExactly("5");
        }
    }

    /** A list that cannot be had decides nothing: every job is asked for by itself. */
    @Test
    void aListThatFailsLeavesEveryJobToBeAsked() {
        try (var plant = new Plant(folder, "a2a", false)) {
            plant.platform(request -> list(request) ? new Failed("no answer in time", true) : changes(request));
            jobs().forEach(plant::watch);
            plant.turn();
            over.addAll(jobs());
            plant.pass(600_000);
            assertThat(over(plant)).hasSize(JOBS);
        }
    }

    /**
     * B14: a page that cannot be had is not passed over. What may stand on it is asked for by itself, and the next list
     * begins no later than the last answer of each of its jobs.
     */
    @Test
    void aPageThatFailsIsNotPassedOver() {
        try (var plant = new Plant(folder, "a2a", false)) {
            var failing = new AtomicBoolean();
            plant.platform(request -> page(request, failing.get()));
            jobs().forEach(plant::watch);
            plant.turn().pass(600_000);

            failing.set(true);
            long failedFromMs = plant.time.nowMs();
            over.addAll(List.of("1", "8"));
            plant.pass(600_000);
            assertThat(over(plant)).as("neither page alone has both").containsExactlyInAnyOrder("1", "8");

            failing.set(false);
            over.add("9");
            int before = plant.asked.size();
            plant.pass(600_000);
            assertThat(over(plant)).containsExactlyInAnyOrder("1", "8", "9");
            assertThat(marks(plant.asked.subList(before, plant.asked.size())))
                    .isNotEmpty()
                    .allSatisfy(mark -> assertThat(mark).isLessThan(failedFromMs + 1_200_000));
        }
    }

    /** The login goes to no other host, wherever a page says that the next one is. */
    @Test
    void theNextPageIsNeverAnotherHosts() {
        try (var plant = new Plant(folder, "replicate", false)) {
            Function<Request, Answer> elsewhere = request -> list(request)
                    ? answer("{\"next\":\"http://evil.test/v1/predictions?cursor=2\",\"results\":[" + item("0") + "]}")
                    : answer(item(id(request)));
            plant.platform(elsewhere);
            jobs().forEach(plant::watch);
            plant.turn().pass(600_000);
            assertThat(plant.asked).anyMatch(SweepTest::list);
            assertThat(plant.asked.stream().map(request -> request.uri().getHost()))
                    .containsOnly("api.replicate.com");
        }
    }

    /** Platforms under one login share what it allows; another login has its own. */
    @Test
    void oneLoginHasOneBudget() {
        try (var plant = new Plant(folder, "anthropic-sessions", false)) {
            var budgets = new CallBudgets(plant.time);
            var same = plant.account("again", "s3cret");
            var other = plant.account("other", "another");
            budgets.asks(plant.account("there", "s3cret")).pause(10_000);
            assertThat(budgets.asks(same).available()).isZero();
            assertThat(budgets.asks(other).available()).isEqualTo(60);
            assertThat(budgets.launches(same).available()).isEqualTo(30);
        }
    }

    private static List<String> jobs() {
        return IntStream.range(0, JOBS).mapToObj(Integer::toString).toList();
    }

    private static boolean list(Request request) {
        var path = request.uri().getPath();
        return path.endsWith("/runs") || path.endsWith("/tasks") || path.endsWith("/predictions");
    }

    private static String id(Request request) {
        return request.uri().getPath().replaceFirst(".*/", "");
    }

    private static Set<String> alone(List<Request> requests) {
        return requests.stream()
                .filter(request -> !list(request))
                .map(SweepTest::id)
                .collect(Collectors.toSet());
    }

    private static List<String> over(Plant plant) {
        return plant.texts("select job_id from job where ended_at is not null order by id");
    }

    private Answer github(Request request) {
        if (!list(request)) {
            return answer(run(id(request)));
        }
        boolean second = request.uri().getQuery().contains("page=2");
        var page = new ArrayList<>(jobs());
        page.removeAll(over);
        int half = page.size() / 2;
        var runs = (second ? page.subList(half, page.size()) : page.subList(0, half))
                .stream().map(this::run).collect(Collectors.joining(","));
        var next = "<" + request.uri() + "&page=2>; rel=\"next\", <http://x.test/>; rel=\"last\"";
        return answer("{\"workflow_runs\":[" + runs + "]}", second ? Headers.none() : Headers.of("link", next));
    }

    private String run(String id) {
        var done = "\"status\":\"completed\",\"conclusion\":\"success\"";
        return "{\"id\":" + id + ",\"run_attempt\":1," + (over.contains(id) ? done : "\"status\":\"in_progress\"")
                + "}";
    }

    private Answer changes(Request request) {
        return list(request)
                ? answer("{\"tasks\":[" + over.stream().map(this::task).collect(Collectors.joining(",")) + "]}")
                : answer(task(id(request)));
    }

    /** The list in two pages, of which the second may fail. */
    private Answer page(Request request, boolean failing) {
        if (!list(request)) {
            return changes(request);
        }
        boolean second = request.uri().getQuery().contains("pageToken=2");
        if (second && failing) {
            return new Failed("no answer in time", true);
        }
        var tasks = over.stream()
                .filter(id -> second == Integer.parseInt(id) > 5)
                .map(this::task)
                .collect(Collectors.joining(","));
        return answer("{\"tasks\":[" + tasks + "]" + (second ? "" : ",\"nextPageToken\":\"2\"") + "}");
    }

    /** From when on lists of changes were asked for. */
    private static List<Long> marks(List<Request> requests) {
        return requests.stream()
                .filter(SweepTest::list)
                .map(request -> request.uri().getQuery())
                .map(query -> query.replaceFirst(".*statusTimestampAfter=([^&]*).*", "$1"))
                .map(mark -> Instant.parse(mark).toEpochMilli())
                .toList();
    }

    private String task(String id) {
        var state = over.contains(id) ? "TASK_STATE_COMPLETED" : "TASK_STATE_WORKING";
        return "{\"id\":\"" + id + "\",\"status\":{\"state\":\"" + state + "\"}}";
    }

    private static String item(String id) {
        return "{\"id\":\"" + id + "\",\"status\":\"processing\"}";
    }

    private static Answer answer(String body) {
        return answer(body, Headers.none());
    }

    private static Answer answer(String body, Headers headers) {
        return new Answered(200, headers, body.getBytes(StandardCharsets.UTF_8), false);
    }
}

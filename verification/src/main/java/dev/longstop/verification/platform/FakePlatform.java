package dev.longstop.verification.platform;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.longstop.platform.Platforms;
import dev.longstop.platform.Reader;
import dev.longstop.time.Randomness;
import dev.longstop.time.Time;
import dev.longstop.verification.platform.FakeJobs.Standing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/**
 * One platform as its recording shows it, over real HTTP. A job that a script names answers with one recorded status
 * until it is told to answer with another, or with a failure. A job that is launched is known by its key as far as the
 * data say that the platform does that; it changes by script, or finishes by itself after a while. The list has the
 * pages that the data describe; what the platform sends by itself is made by {@link FakeWebhooks}.
 *
 * <p><i>Threads</i>: safe. One request at a time is answered; one that hangs holds up no other.
 */
public final class FakePlatform implements AutoCloseable {

    private final JsonNode recording;
    private final FakeAnswers answers;
    private final FakeLaunch launch;
    private final FakeJobs jobs;
    private final Reader reader;
    private final HttpServer server;
    private final FakePath status;
    private final FakePath detail;
    private final FakePath cancel;
    private final Optional<FakeList> list;
    private final Map<String, Deque<Integer>> failures = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> asks = new ConcurrentHashMap<>();
    private final List<String> cancelled = new CopyOnWriteArrayList<>();
    private final List<HttpExchange> hanging = new CopyOnWriteArrayList<>();
    private volatile String cancelledAs = "";
    private volatile String result = "";
    private volatile boolean hangs;

    /** A built-in platform, on a port that nobody has; the instants in its answers are those that were recorded. */
    public FakePlatform(String name) {
        this(name, Optional.empty());
    }

    /** The same with a clock: jobs may take a while, and their answers say when they finished. */
    public FakePlatform(String name, Time time) {
        this(name, Optional.of(time));
    }

    private FakePlatform(String name, Optional<Time> time) {
        recording = Platforms.recording(name);
        if (!(Platforms.builtIn(name) instanceof Platforms.Sound sound)) {
            throw new IllegalArgumentException("there is no such platform");
        }
        reader = new Reader(sound.platform());
        var form = recording.path("platform");
        answers = new FakeAnswers(recording);
        launch = new FakeLaunch(form.path("launch"));
        jobs = new FakeJobs(time, launch.keyed());
        status = FakePath.of(form.path("status"));
        detail = FakePath.of(form.path("detail"));
        cancel = FakePath.of(form.path("cancel"));
        list = FakeList.of(recording, reader);
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    /**
     * A job that was launched.
     *
     * @param id what the platform calls it
     * @param key what Longstop planted in its launch; empty where it could not
     * @param launches the bodies of its launch, one for each time it was asked for
     * @param finish when it finishes by itself; empty if it does so by script alone
     */
    public record Job(String id, String key, List<String> launches, Optional<Finish> finish) {

        public Job {
            launches = List.copyOf(launches);
        }

        Job launchedAgain(String body) {
            var bodies = new ArrayList<>(launches);
            bodies.add(body);
            return new Job(id, key, bodies, finish);
        }
    }

    /**
     * When a job finishes.
     *
     * @param nanos by the monotonic clock
     * @param wallMs the same by the wall clock, in epoch milliseconds
     */
    public record Finish(long nanos, long wallMs) {}

    /**
     * What jobs do by themselves.
     *
     * @param working the recorded status that they answer with at first
     * @param over the one that they answer with once they have finished
     * @param longestMs less than so many milliseconds they take, at least 1
     * @param chance how many, each time
     */
    public record Course(String working, String over, long longestMs, Randomness chance) {}

    /** The address of its API. */
    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** From now on a job answers with the status that was recorded under this name. */
    public void answer(String jobId, String sample) {
        jobs.answer(jobId, recorded(sample));
    }

    /** The next requests for a job are answered with these statuses and nothing else. */
    public void fail(String jobId, int... statuses) {
        var queue = failures.computeIfAbsent(jobId, id -> new ArrayDeque<>());
        synchronized (queue) {
            for (int code : statuses) {
                queue.add(code);
            }
        }
    }

    /** From now on a job that is launched answers with this status until it is told otherwise. */
    public void launchAs(String sample) {
        jobs.beginAs(recorded(sample));
    }

    /** From now on a job that is launched works for a while, and then is over; there has to be a clock. */
    public void launchOn(Course course) {
        recorded(course.working());
        recorded(course.over());
        jobs.beginOn(course);
    }

    /** From now on every result has this text, where one was recorded. */
    public void resultAs(String text) {
        result = text;
    }

    /** From now on a job that is asked to end answers with this status; without that it goes on as it was. */
    public void cancelAs(String sample) {
        cancelledAs = recorded(sample);
    }

    private String recorded(String sample) {
        if (!answers.has(sample)) {
            throw new IllegalArgumentException("nothing was recorded under the name " + sample);
        }
        return sample;
    }

    /** From now on nothing is answered. */
    public void hang() {
        hangs = true;
    }

    /** From now on everything is answered; what hung is cut off. */
    public void answerAgain() {
        hangs = false;
        hanging.forEach(HttpExchange::close);
        hanging.clear();
    }

    /** The jobs that were launched, in the order in which they began. */
    public List<Job> jobs() {
        return jobs.launched();
    }

    /** The bodies of all launches, in their order. */
    public List<String> launches() {
        return jobs.bodies();
    }

    /** How often a job was asked for. */
    public int asks(String jobId) {
        return asks.getOrDefault(jobId, new AtomicInteger()).get();
    }

    /** The jobs that were asked to end, each as often as it was. */
    public List<String> cancelled() {
        return List.copyOf(cancelled);
    }

    /** The body of a recorded webhook, about this job. */
    public byte[] webhook(String name, String jobId) {
        var body = recording
                .path("samples")
                .path("webhooks")
                .path(name)
                .path("bodyText")
                .asString("");
        var about = reader.pushed(body.getBytes(StandardCharsets.UTF_8));
        var id = about instanceof Reader.About one ? one.jobId() : answers.recordedId();
        return body.replace(id, jobId).getBytes(StandardCharsets.UTF_8);
    }

    /** What was recorded of it. */
    JsonNode recording() {
        return recording;
    }

    private void answer(HttpExchange exchange) throws IOException {
        if (hangs) {
            hanging.add(exchange);
            return;
        }
        try (exchange) {
            if (exchange.getRequestMethod().equals("GET")) {
                read(exchange);
            } else {
                change(exchange);
            }
        }
    }

    private void read(HttpExchange exchange) throws IOException {
        var path = exchange.getRequestURI().toString();
        if (detail.is(path)) {
            detail(exchange, id(detail, path));
        } else if (status.is(path)) {
            var id = id(status, path);
            asks.computeIfAbsent(id, key -> new AtomicInteger()).incrementAndGet();
            if (!failed(exchange, id)) {
                status(exchange, id);
            }
        } else if (list.filter(one -> one.is(path)).isPresent()) {
            page(exchange, list.get());
        } else {
            send(exchange, 404, "{}");
        }
    }

    private void change(HttpExchange exchange) throws IOException {
        var path = exchange.getRequestURI().toString();
        if (cancel.is(path)) {
            var id = id(cancel, path);
            cancelled.add(id);
            if (!failed(exchange, id)) {
                jobs.standing(id)
                        .filter(standing -> !cancelledAs.isEmpty())
                        .ifPresent(standing -> jobs.answer(id, cancelledAs));
                status(exchange, id);
            }
        } else if (launch.is(path)) {
            launched(exchange, path);
        } else {
            // Some are asked for by other methods.
            read(exchange);
        }
    }

    /** A job is named by its id, or by the key that began it. */
    private String id(FakePath form, String path) {
        return form.id(path).or(() -> form.key(path).flatMap(jobs::id)).orElse("");
    }

    /** A job begins to work, under the next id, or the platform knows its key. */
    private void launched(HttpExchange exchange, String path) throws IOException {
        var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        var header = launch.header()
                .flatMap(
                        name -> Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)));
        var job = jobs.launch(launch.key(new FakeLaunch.Request(path, header, body)), body);
        send(exchange, 200, answers.launched(job).toString());
    }

    private void page(HttpExchange exchange, FakeList listing) throws IOException {
        var statuses = new LinkedHashMap<String, JsonNode>();
        jobs.ids().forEach(id -> jobs.standing(id).ifPresent(standing -> statuses.put(id, statusOf(id, standing))));
        var page = listing.page(exchange.getRequestURI(), url(), statuses);
        page.link().ifPresent(link -> exchange.getResponseHeaders().add("link", link));
        send(exchange, 200, page.body().toString());
    }

    private boolean failed(HttpExchange exchange, String id) throws IOException {
        var queue = failures.getOrDefault(id, new ArrayDeque<>());
        Integer code;
        synchronized (queue) {
            code = queue.poll();
        }
        if (code == null) {
            return false;
        }
        exchange.getResponseHeaders().add("retry-after", "1");
        send(exchange, code, "{\"error\":\"scripted\"}");
        return true;
    }

    private void status(HttpExchange exchange, String id) throws IOException {
        var standing = jobs.standing(id);
        if (standing.isEmpty()) {
            unknown(exchange);
            return;
        }
        var body = statusOf(id, standing.get());
        send(exchange, body.path("$http").asInt(200), body.toString());
    }

    private JsonNode statusOf(String id, Standing standing) {
        var body = answers.status(standing, id, jobs.launched(id));
        return result.isEmpty() ? body : answers.withResult(body, result);
    }

    private void detail(HttpExchange exchange, String id) throws IOException {
        var standing = jobs.standing(id);
        if (standing.isEmpty()) {
            unknown(exchange);
            return;
        }
        send(
                exchange,
                answers.detailStatus(standing.get()),
                answers.detail(standing.get(), id).toString());
    }

    private static void unknown(HttpExchange exchange) throws IOException {
        send(exchange, 404, "{\"error\":\"not found\"}");
    }

    private static void send(HttpExchange exchange, int code, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("content-type", "application/json");
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        answerAgain();
        server.stop(0);
    }
}

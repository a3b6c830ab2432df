package dev.longstop.proof;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.longstop.time.Randomness;
import dev.longstop.time.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A platform whose jobs take a while, whose every webhook is lost, and that knows a repeated launch by its key. It is
 * spoken to in the built-in form {@code agent-callback}.
 *
 * <p><i>Threads</i>: safe. One request at a time is answered.
 */
final class JobService implements AutoCloseable {

    private static final String JOBS = "/jobs";

    private final HttpServer server;
    private final Time time;
    private final Randomness randomness;
    private final long longestMs;
    private final Map<String, Job> byKey = new LinkedHashMap<>();
    private final Map<String, Job> byId = new LinkedHashMap<>();

    /** A platform on a port that nobody has; its jobs take up to so many milliseconds. */
    JobService(Time time, Randomness randomness, long longestMs) {
        this.time = time;
        this.randomness = randomness;
        this.longestMs = longestMs;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    /**
     * A job as its platform knows it.
     *
     * @param overNanos when it finishes, by the monotonic clock
     * @param overMs the same by the wall clock
     * @param launches the bodies of its launch, one for each time it was asked for
     */
    record Job(String id, long overNanos, long overMs, List<String> launches) {

        /** What was to be done: the event that launched it. */
        String about() {
            return JsonMapper.shared().readTree(launches.get(0)).path("input").asString("");
        }
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** The jobs so far, in the order in which they began. */
    synchronized List<Job> jobs() {
        return byId.values().stream()
                .map(job -> new Job(job.id, job.overNanos, job.overMs, List.copyOf(job.launches)))
                .toList();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var path = exchange.getRequestURI().getPath();
            boolean launch = exchange.getRequestMethod().equals("POST") && path.equals(JOBS);
            var key = String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            var job = launch ? Optional.of(launch(key, body)) : find(path);
            var bytes = job.map(this::status)
                    .orElse(JsonMapper.shared().createObjectNode())
                    .toString()
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(job.isPresent() ? 200 : 404, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private synchronized Job launch(String key, String body) {
        var job = byKey.computeIfAbsent(key, any -> {
            long takesMs = randomness.below(longestMs);
            return new Job(
                    "job-" + (byId.size() + 1),
                    time.nanos() + takesMs * 1_000_000,
                    time.wallMs() + takesMs,
                    new ArrayList<>());
        });
        job.launches.add(body);
        byId.put(job.id, job);
        return job;
    }

    private synchronized Optional<Job> find(String path) {
        return path.startsWith(JOBS + "/")
                ? Optional.ofNullable(byId.get(path.substring(JOBS.length() + 1)))
                : Optional.empty();
    }

    private ObjectNode status(Job job) {
        boolean over = time.nanos() - job.overNanos >= 0;
        var status = JsonMapper.shared()
                .createObjectNode()
                .put("jobId", job.id)
                .put("state", over ? "succeeded" : "running")
                .put("seq", over ? 2 : 1);
        if (over) {
            status.put("finishedAt", Instant.ofEpochMilli(job.overMs).toString());
            status.putObject("result").put("text", "done");
        }
        return status;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

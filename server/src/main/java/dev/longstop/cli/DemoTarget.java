package dev.longstop.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is played and not real in the demo: a platform that takes jobs, and a target of effects that honours keys.
 *
 * <p>The target does what it is asked the first time under a key, and then its answer breaks off, as where a network
 * goes away at the wrong moment. <i>Threads</i>: safe; one request at a time is answered.
 */
final class DemoPlatform implements AutoCloseable {

    /**
     * A job that was launched.
     *
     * @param id what the platform calls it
     * @param key what Longstop planted in it
     * @param launches how often it was asked for under this key
     * @param asks how often its state was asked
     */
    record Job(String id, String key, int launches, int asks) {

        Job launched() {
            return new Job(id, key, launches + 1, asks);
        }

        Job asked() {
            return new Job(id, key, launches, asks + 1);
        }
    }

    /** What came to the target under one key: the bodies in their order, and how often it did something. */
    record Received(List<String> bodies, int applied) {
        Received {
            bodies = List.copyOf(bodies);
        }
    }

    private static final String JOBS = "/jobs";
    private static final String TARGET = "/announcements";
    private static final int ANSWER_BYTES = 64;

    private final HttpServer server;
    private final Map<String, Job> jobs = new TreeMap<>();
    private final Map<String, Received> received = new LinkedHashMap<>();
    private boolean over;

    DemoPlatform() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException("the demo's platform cannot listen", e);
        }
        server.createContext(JOBS, this::job);
        server.createContext(TARGET, this::target);
        server.start();
    }

    /** Where jobs are launched and asked for. */
    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Where effects go. */
    URI target() {
        return url().resolve(TARGET);
    }

    /** The jobs by id. */
    synchronized List<Job> jobs() {
        return List.copyOf(jobs.values());
    }

    /** Every job is over from now on. */
    synchronized void finish() {
        over = true;
    }

    /** What came to the target, by key. */
    synchronized Map<String, Received> received() {
        return Map.copyOf(received);
    }

    /** The webhook that says that a job is over. */
    static ObjectNode webhook(String jobId) {
        return state(jobId, true);
    }

    private void job(HttpExchange exchange) throws IOException {
        try (exchange) {
            var asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var path = exchange.getRequestURI().getPath();
            var answer = exchange.getRequestMethod().equals("POST") ? launch(asked) : ask(path);
            answer(exchange, answer.isEmpty() ? 404 : 200, answer);
        }
    }

    /** The same key is the same job. */
    private synchronized ObjectNode launch(String asked) {
        var key = JsonMapper.shared().readTree(asked).path("jobKey").asString("");
        var known = jobs.values().stream().filter(job -> job.key.equals(key)).findFirst();
        var job = known.orElseGet(() -> new Job("job-" + (jobs.size() + 1), key, 0, 0))
                .launched();
        jobs.put(job.id, job);
        return state(job.id, over).put("jobKey", job.key);
    }

    private synchronized ObjectNode ask(String path) {
        var job = jobs.computeIfPresent(path.substring(path.lastIndexOf('/') + 1), (id, known) -> known.asked());
        return job == null
                ? JsonMapper.shared().createObjectNode()
                : state(job.id, over).put("jobKey", job.key);
    }

    private static ObjectNode state(String jobId, boolean over) {
        var json = JsonMapper.shared().createObjectNode();
        json.put("jobId", jobId).put("state", over ? "succeeded" : "running").put("seq", over ? 2 : 1);
        if (over) {
            json.putObject("result").put("text", "read the comment, and it is about the right thing");
        }
        return json;
    }

    private void target(HttpExchange exchange) throws IOException {
        try (exchange) {
            var key = String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            if (applies(key, body)) {
                // It is done, and nobody will hear of it: the connection ends in the middle of the answer.
                exchange.sendResponseHeaders(200, ANSWER_BYTES);
                exchange.getResponseBody().write('{');
                exchange.getResponseBody().flush();
                return;
            }
            answer(exchange, 200, JsonMapper.shared().createObjectNode().put("status", "done before, under this key"));
        }
    }

    private synchronized boolean applies(String key, String body) {
        var before = received.getOrDefault(key, new Received(List.of(), 0));
        var bodies = new ArrayList<>(before.bodies);
        bodies.add(body);
        boolean first = before.applied == 0;
        received.put(key, new Received(bodies, first ? 1 : before.applied));
        return first;
    }

    private static void answer(HttpExchange exchange, int status, ObjectNode json) throws IOException {
        var body = JsonMapper.shared().writeValueAsBytes(json);
        exchange.getResponseHeaders().add("content-type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

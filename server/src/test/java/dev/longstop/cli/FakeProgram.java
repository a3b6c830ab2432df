package dev.longstop.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.longstop.contract.Contract;
import dev.longstop.contract.Contracts;
import dev.longstop.contract.Secret;
import dev.longstop.event.Headers;
import dev.longstop.verify.Request;
import dev.longstop.verify.Verdict;
import dev.longstop.verify.Verifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A stand-in for the serving program: a public side that verifies by the real rules, and an admin side that answers
 * what it was told to.
 */
final class FakeProgram implements AutoCloseable {

    private final HttpServer server;
    private final Secret secret;
    private final Map<String, List<String>> answers = new ConcurrentHashMap<>();
    private final Map<String, Integer> asked = new ConcurrentHashMap<>();
    final List<Map.Entry<Headers, byte[]>> deliveries = new CopyOnWriteArrayList<>();
    final List<String> questions = new CopyOnWriteArrayList<>();
    final List<String> orders = new CopyOnWriteArrayList<>();
    volatile String verdict = "accepted";
    volatile boolean careless;
    volatile boolean forgetful;

    FakeProgram(String secret) {
        this.secret = new Secret("the secret", secret, Optional.empty());
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/in/", exchange -> answer(exchange, this::receive));
        server.createContext("/api/", exchange -> answer(exchange, this::tell));
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** What the admin side answers for a path with its query, one after the other; the last one stays. */
    FakeProgram answering(String question, String... bodies) {
        answers.put(question, List.of(bodies));
        return this;
    }

    private record Answer(int status, String body) {}

    @FunctionalInterface
    private interface Handler {
        Answer handle(HttpExchange exchange) throws IOException;
    }

    private static void answer(HttpExchange exchange, Handler handler) throws IOException {
        try (exchange) {
            var answer = handler.handle(exchange);
            var bytes = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private Answer receive(HttpExchange exchange) throws IOException {
        var headers = new Headers(new HashMap<>(exchange.getRequestHeaders()));
        var body = exchange.getRequestBody().readAllBytes();
        if (!exchange.getRequestURI().getPath().equals("/in/github")) {
            return new Answer(404, "{\"status\":\"not_found\"}");
        }
        var verdictOnIt = Verifier.verify(github(), List.of(secret), Request.of(headers, body), 0);
        if (verdictOnIt instanceof Verdict.Rejected && !careless) {
            return new Answer(401, "{\"status\":\"unauthenticated\"}");
        }
        var id = headers.only("x-github-delivery").orElseThrow();
        boolean known = deliveries.stream()
                .anyMatch(earlier -> earlier.getKey().only("x-github-delivery").equals(Optional.of(id)));
        deliveries.add(Map.entry(headers, body));
        return new Answer(
                200,
                "{\"status\":\"" + (known && !forgetful ? "duplicate" : verdict) + "\",\"event\":\"github/" + id
                        + "\"}");
    }

    private static Contract github() {
        return ((Contracts.Sound) Contracts.builtIn("github")).contract();
    }

    private Answer tell(HttpExchange exchange) throws IOException {
        var question = exchange.getRequestURI().toString();
        questions.add(question);
        var order = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (exchange.getRequestMethod().equals("POST")) {
            orders.add(order);
        }
        var token = exchange.getRequestHeaders().getFirst("Authorization");
        if (!"Bearer the-token".equals(token)) {
            return new Answer(401, "{\"title\":\"Unauthorized\"}");
        }
        var bodies = answers.get(question.replaceAll("event_id=[^&]*", "event_id=ID"));
        if (bodies == null) {
            return new Answer(404, "{\"title\":\"Not found\"}");
        }
        int time = asked.merge(question, 1, Integer::sum);
        var body = bodies.get(Math.min(time, bodies.size()) - 1);
        return body.startsWith("!") ? new Answer(503, body.substring(1)) : new Answer(200, body);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

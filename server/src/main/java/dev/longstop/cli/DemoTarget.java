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

/**
 * The demo's target of effects, which honours keys: it does what it is asked the first time under a key, and then its
 * answer breaks off, as where a network goes away at the wrong moment.
 *
 * <p><i>Threads</i>: safe; one request at a time is answered.
 */
final class DemoTarget implements AutoCloseable {

    /** What came to the target under one key: the bodies in their order, and how often it did something. */
    record Received(List<String> bodies, int applied) {
        Received {
            bodies = List.copyOf(bodies);
        }
    }

    private static final String PATH = "/announcements";
    private static final String DONE_BEFORE = "{\"status\":\"done before, under this key\"}";
    private static final int ANSWER_BYTES = 64;

    private final HttpServer server;
    private final Map<String, Received> received = new LinkedHashMap<>();

    DemoTarget() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException("the demo's target cannot listen", e);
        }
        server.createContext(PATH, this::answer);
        server.start();
    }

    /** Where effects go. */
    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + PATH);
    }

    /** What came to the target, by key. */
    synchronized Map<String, Received> received() {
        return Map.copyOf(received);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var key = String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("content-type", "application/json");
            if (applies(key, body)) {
                // It is done, and nobody will hear of it: the connection ends in the middle of the answer.
                exchange.sendResponseHeaders(200, ANSWER_BYTES);
                exchange.getResponseBody().write('{');
                exchange.getResponseBody().flush();
                return;
            }
            exchange.sendResponseHeaders(200, DONE_BEFORE.length());
            exchange.getResponseBody().write(DONE_BEFORE.getBytes(StandardCharsets.US_ASCII));
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

    @Override
    public void close() {
        server.stop(0);
    }
}

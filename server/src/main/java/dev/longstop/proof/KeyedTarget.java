package dev.longstop.proof;

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
 * A target of effects that honours the key it is given: what it did under a key it does not do again. It refuses, or
 * does and stays silent, as often as it is told to, and keeps everything that came.
 *
 * <p><i>Threads</i>: safe. One request at a time is answered.
 */
public final class KeyedTarget implements AutoCloseable {

    private final HttpServer server;
    private final Map<String, List<String>> bodies = new LinkedHashMap<>();
    private final Map<String, Integer> done = new LinkedHashMap<>();
    private final int refusals;

    /**
     * A target on a port that nobody has.
     *
     * @param refusals how often it answers 503 to each key before it does what is asked
     */
    public KeyedTarget(int refusals) {
        this.refusals = refusals;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    /** Where effects go. */
    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/done");
    }

    /** How many keys it did something under. */
    public synchronized int done() {
        return done.size();
    }

    /** The bodies that came, by key, in the order in which they came. */
    public synchronized Map<String, List<String>> bodies() {
        var copy = new LinkedHashMap<String, List<String>>();
        bodies.forEach((key, all) -> copy.put(key, List.copyOf(all)));
        return copy;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var key = String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            int code = take(key, body);
            exchange.getResponseHeaders().add("retry-after", "0");
            exchange.sendResponseHeaders(code, -1);
        }
    }

    private synchronized int take(String key, String body) {
        var all = bodies.computeIfAbsent(key, any -> new ArrayList<>());
        all.add(body);
        if (all.size() <= refusals) {
            return 503;
        }
        done.merge(key, 1, Integer::sum);
        return 200;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

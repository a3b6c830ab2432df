package dev.longstop.blackbox;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An agent as a team writes it: an HTTP service of its own, that knows nothing of the program but its requests. */
final class Service implements AutoCloseable {

    /** A request as it came. */
    record Asked(com.sun.net.httpserver.Headers headers, String body) {

        String header(String name) {
            return String.valueOf(headers.getFirst(name));
        }
    }

    /** What to answer. */
    record Says(int status, String retryAfter, String body) {

        static Says of(int status, String body) {
            return new Says(status, "", body);
        }
    }

    /** Decides by the request and how many came before it. */
    @FunctionalInterface
    interface Conduct {
        Says answer(Asked asked, int before);
    }

    final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient http = HttpClient.newHttpClient();
    private final Conduct conduct;

    Service(Conduct conduct) {
        this.conduct = conduct;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/run", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var request = new Asked(exchange.getRequestHeaders(), body);
            int before;
            synchronized (this) {
                before = asked.size();
                asked.add(request);
            }
            var says = conduct.answer(request, before);
            if (!says.retryAfter.isEmpty()) {
                exchange.getResponseHeaders().set("Retry-After", says.retryAfter);
            }
            var bytes = says.body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(says.status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    /** Where it takes work. */
    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/run";
    }

    /** Says to an address how a piece of work ended; gives the answer's status and body. */
    String callBack(String address, String body) {
        var request = HttpRequest.newBuilder(URI.create(address))
                .timeout(Duration.ofSeconds(30))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        var answer =
                http.sendAsync(request, HttpResponse.BodyHandlers.ofString()).join();
        return answer.statusCode() + " " + answer.body();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}

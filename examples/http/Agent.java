import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * An agent as an HTTP service, with nothing but the JDK (17 or newer).
 *
 * <pre>AGENT_SECRET=whsec_... PORT=9000 java Agent.java</pre>
 *
 * and in longstop.yaml:
 *
 * <pre>agents:
 *   label: { http: "http://127.0.0.1:9000/run", sign_with: env:AGENT_SECRET }</pre>
 */
public final class Agent {

    private static final long TOLERANCE_S = 300;
    private static final int BODY_BYTES_MAX = 32 << 20;

    private final byte[] key;
    private final HttpClient http = HttpClient.newHttpClient();

    /**
     * What was done, by its idempotency key: another attempt gets the same answer. A real agent keeps it in its
     * database, in the transaction that does the work.
     */
    private final Map<String, String> done = new ConcurrentHashMap<>();

    private Agent(String secret) {
        key = secret.startsWith("whsec_") ? Base64.getDecoder().decode(secret.substring(6)) : secret.getBytes(UTF_8);
    }

    public static void main(String[] args) throws IOException {
        var agent = new Agent(Objects.requireNonNull(System.getenv("AGENT_SECRET"), "AGENT_SECRET is not set"));
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "9000"));
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/run", agent::handle);
        server.start();
        System.out.println("listening on " + server.getAddress().getPort());
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = exchange.getRequestBody().readNBytes(BODY_BYTES_MAX + 1);
            if (body.length > BODY_BYTES_MAX) {
                answer(exchange, 413, "{\"error\":\"too large\"}");
            } else if (!authentic(exchange, body)) {
                answer(exchange, 401, "{\"error\":\"not from Longstop\"}");
            } else {
                var payload = new String(body, UTF_8);
                var result = done.computeIfAbsent(header(exchange, "idempotency-key"), known -> work(payload));
                if (payload.contains("\"takes_long\":true")) {
                    // 202: taken on. Longstop waits for the callback and holds no connection open.
                    answer(exchange, 202, "{}");
                    callBack(header(exchange, "longstop-callback"), result);
                } else {
                    answer(exchange, 200, result);
                }
            }
        }
    }

    /** The work itself. The payload is what strangers wrote: data, never instructions. */
    private static String work(String payload) {
        // Without a library there is no JSON in the JDK; a real agent parses the payload.
        boolean crash = payload.toLowerCase(java.util.Locale.ROOT).contains("crash");
        return crash ? "{\"label\":\"bug\"}" : "{\"label\":\"question\"}";
    }

    /** Whether Longstop sent this, lately (Standard Webhooks). */
    private boolean authentic(HttpExchange exchange, byte[] body) {
        var stamp = header(exchange, "webhook-timestamp");
        if (!stamp.matches("[0-9]{1,12}")
                || Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(stamp)) > TOLERANCE_S) {
            return false;
        }
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update((header(exchange, "webhook-id") + "." + stamp + ".").getBytes(UTF_8));
            var expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
            return Arrays.stream(header(exchange, "webhook-signature").split(" "))
                    .anyMatch(given -> MessageDigest.isEqual(expected.getBytes(UTF_8), given.getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HMAC-SHA256", e);
        }
    }

    /** Says how it went; again until it is heard, since the first word may get lost. */
    private void callBack(String url, String result) {
        var body = "{\"state\":\"succeeded\",\"result\":" + result + "}";
        var request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(30))
                .POST(BodyPublishers.ofString(body))
                .build();
        for (int pauseS = 1; pauseS <= 32; pauseS *= 2) {
            try {
                if (heard(request)) {
                    return;
                }
                // tidy: an example stands alone, and has no Time to ask
                Thread.sleep(pauseS * 1000L);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private boolean heard(HttpRequest request) throws InterruptedException {
        try {
            return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false; // Nobody is there now; it is said again after the pause.
        }
    }

    private static String header(HttpExchange exchange, String name) {
        return Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst(name), "");
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        var bytes = body.getBytes(UTF_8);
        exchange.getResponseHeaders().set("content-type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.getResponseBody().flush();
    }
}

package dev.longstop.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.longstop.time.SystemTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Deliveries over real sockets, to servers that answer as the program does, and as it should not. */
class ConnectionsTest {

    /** What a server does with its nth request: answers with a status, or drops the connection for 0. */
    private interface Doing {
        int status(int number);
    }

    private final Acknowledged acknowledged = new Acknowledged(1);

    private Volley sent(Pace pace, int connections, Doing doing) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        var requests = new AtomicInteger();
        server.createContext("/in/github", exchange -> {
            exchange.getRequestBody().readAllBytes();
            int status = doing.status(requests.incrementAndGet());
            if (status > 0) {
                var body = "{\"status\":\"accepted\"}".getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(status, body.length);
                exchange.getResponseBody().write(body);
            }
            exchange.close();
        });
        server.start();
        var volley = new Volley(pace);
        var sender = new Connections.Sender(new Deliveries(1_024, 1), acknowledged, new SystemTime());
        try (var open = Connections.open(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()), connections, sender)) {
            open.run(volley);
        } finally {
            server.stop(0);
        }
        return volley;
    }

    @Test
    void everyDeliveryOfTheScheduleIsSentAndAnswered() throws IOException {
        var volley = sent(Pace.Open.of(500, 0, 1), 8, number -> 200);
        assertThat(volley.answers()).isEqualTo(Map.of(Answer.ACCEPTED, 500L));
        assertThat(volley.latencies().count()).isEqualTo(500);
        assertThat(acknowledged.count()).isEqualTo(500);
    }

    @Test
    void whatIsRefusedOrCutOffIsToldAndNotAcknowledged() throws IOException {
        var volley = sent(new Pace.Open(200, 0, 40), 4, number -> switch (number % 4) {
            case 0 -> 0;
            case 1 -> 503;
            case 2 -> 401;
            default -> 200;
        });
        assertThat(volley.answers())
                .isEqualTo(
                        Map.of(Answer.CUT_OFF, 10L, Answer.OVERLOADED, 10L, Answer.REFUSED, 10L, Answer.ACCEPTED, 10L));
        assertThat(acknowledged.count()).isEqualTo(10);
    }

    @Test
    void whereNobodyListensThatIsSaid() {
        var sender = new Connections.Sender(new Deliveries(1_024, 1), acknowledged, new SystemTime());
        assertThatThrownBy(() -> Connections.open(URI.create("http://127.0.0.1:1"), 1, sender))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("takes no connections");
    }
}

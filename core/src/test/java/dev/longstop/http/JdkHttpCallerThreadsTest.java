package dev.longstop.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller.Answered;
import dev.longstop.http.HttpCaller.Request;
import dev.longstop.loop.Eventually;
import dev.longstop.time.SystemTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import org.junit.jupiter.api.Test;

class JdkHttpCallerThreadsTest {

    /** A client a call must not mean a thread a call: on Java 17 nothing but a collection would end them by itself. */
    @Test
    void callsOnFreshConnectionsLeaveNoThreadsBehind() throws IOException {
        try (var socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                var caller = new JdkHttpCaller(new SystemTime())) {
            var server = new Thread(() -> answer(socket), "raw-server");
            server.setDaemon(true);
            server.start();
            var uri = URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/");
            long before = selectors();
            for (int i = 0; i < 100; i++) {
                var call = new Request("POST", uri, Headers.none(), new byte[] {1}, 10_000, 10, true);
                assertThat(caller.call(call)).isInstanceOf(Answered.class);
            }
            Eventually.holds("the clients' threads have ended", () -> selectors() <= before + 2);
        }
    }

    private static long selectors() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains("SelectorManager"))
                .count();
    }

    private static void answer(ServerSocket socket) {
        try {
            while (true) {
                try (var one = socket.accept()) {
                    one.getInputStream().read(new byte[10_000]);
                    one.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(ISO_8859_1));
                    one.getInputStream().read();
                }
            }
        } catch (IOException e) {
            // Closed by the test.
        }
    }
}

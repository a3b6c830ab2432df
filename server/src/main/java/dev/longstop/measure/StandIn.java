package dev.longstop.measure;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;

/**
 * An agent that is a service, and costs next to nothing.
 *
 * <p><i>Threads</i>: safe.
 */
sealed interface StandIn extends AutoCloseable {

    /** More than there ever are calls at once. */
    int BACKLOG = 1_024;

    /** Where it is called. */
    URI url();

    @Override
    void close();

    /** One that does so. */
    static StandIn of(Plan.Agents agents) {
        return switch (agents) {
            case HANG -> Hanging.listen();
            case DONE -> Done.listen();
        };
    }

    private static URI url(int port) {
        return URI.create("http://127.0.0.1:" + port + "/work");
    }

    /** Takes calls and never answers: the operating system connects, and nobody reads. */
    record Hanging(ServerSocket socket) implements StandIn {

        private static Hanging listen() {
            try {
                return new Hanging(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public URI url() {
            return StandIn.url(socket.getLocalPort());
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Answers every call with success. */
    record Done(HttpServer server) implements StandIn {

        private static Done listen() {
            try {
                var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
                server.createContext("/", exchange -> {
                    try (exchange) {
                        exchange.getRequestBody().readAllBytes();
                        exchange.sendResponseHeaders(200, -1);
                    }
                });
                server.start();
                return new Done(server);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public URI url() {
            return StandIn.url(server.getAddress().getPort());
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }
}

package dev.longstop.verification.suite;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A server on the loopback interface that says what a test wants, byte by byte. */
final class RawServer implements AutoCloseable {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    /** What the server does with one connection. */
    @FunctionalInterface
    interface Talk {
        void with(Line line) throws IOException;
    }

    final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    final AtomicInteger connections = new AtomicInteger();
    private final CountDownLatch dropped = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final ServerSocket socket;

    RawServer(Talk talk) {
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(() -> accept(talk));
    }

    /** Answers one request a connection, then closes it without having said that it would. */
    static RawServer answering(String answer) {
        return new RawServer(line -> {
            if (line.readRequest()) {
                line.write(answer);
            }
        });
    }

    /** Keeps each connection open after its first answer, and closes it when the second request has been read. */
    static RawServer closingOnTheSecondRequest() {
        return new RawServer(line -> {
            if (line.readRequest()) {
                line.write(OK);
                line.readRequest();
            }
        });
    }

    /** Answers as many requests as come on a connection. */
    static RawServer keepingConnections() {
        return new RawServer(line -> {
            while (line.readRequest()) {
                line.write(OK);
            }
            line.server.dropped.countDown();
        });
    }

    private void accept(Talk talk) {
        try {
            while (true) {
                var one = socket.accept();
                connections.incrementAndGet();
                open.add(one);
                daemon(() -> serve(talk, one));
            }
        } catch (IOException e) {
            // Closed by the test.
        }
    }

    private void serve(Talk talk, Socket one) {
        try (one) {
            talk.with(new Line(this, one));
        } catch (IOException e) {
            dropped.countDown();
        }
    }

    private static void daemon(Runnable work) {
        var thread = new Thread(work, "raw-server");
        thread.setDaemon(true);
        thread.start();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort() + path);
    }

    /** The next request that was read, as text. */
    String request() {
        try {
            var request = requests.poll(10, TimeUnit.SECONDS);
            if (request == null) {
                throw new AssertionError("no request came");
            }
            return request;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Whether the other side closed a connection within ten seconds. */
    boolean dropped() {
        try {
            return dropped.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The values of a header in the text of a request. */
    static List<String> header(String request, String name) {
        return request.substring(0, request.indexOf("\r\n\r\n"))
                .lines()
                .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                .map(line -> line.substring(name.length() + 1).strip())
                .toList();
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            socket.close();
            for (var one : open) {
                one.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One connection, from the server's end. */
    record Line(RawServer server, Socket socket) {

        /** Reads one whole request; false if the other side closed before one came. */
        boolean readRequest() throws IOException {
            var in = socket.getInputStream();
            var bytes = new ByteArrayOutputStream();
            int headEnd = -1;
            long length = 0;
            while (headEnd < 0 || bytes.size() < headEnd + length) {
                int next = in.read();
                if (next < 0) {
                    return false;
                }
                bytes.write(next);
                if (headEnd < 0 && next == '\n' && bytes.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
                    headEnd = bytes.size();
                    length = header(bytes.toString(ISO_8859_1), "content-length").stream()
                            .mapToLong(Long::parseLong)
                            .findFirst()
                            .orElse(0);
                }
            }
            server.requests.add(bytes.toString(ISO_8859_1));
            return true;
        }

        void write(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(ISO_8859_1));
            socket.getOutputStream().flush();
        }

        /** Writes the same again and again until the other side drops the connection. */
        void writeUntilDropped(String text, long pauseMs) throws IOException {
            while (true) {
                write(text);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMs));
            }
        }

        /** Waits until the other side closes the connection. */
        void awaitDropped() throws IOException {
            while (socket.getInputStream().read() >= 0) {
                // Whatever else it says does not matter.
            }
            server.dropped.countDown();
        }

        /** Does nothing until the test is over. */
        void awaitClosing() {
            try {
                server.closing.await(60, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

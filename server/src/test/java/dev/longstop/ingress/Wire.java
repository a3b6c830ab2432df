package dev.longstop.ingress;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A socket to the server, for requests that no client would send. Text is bytes: one character, one byte. */
final class Wire implements AutoCloseable {

    private static final int READ_WITHIN_MS = 60_000;

    /** An answer, and whether the server says that the connection ends. */
    record Reply(int status, Map<String, String> headers, String body) {

        String header(String name) {
            return headers.getOrDefault(name, "");
        }

        boolean closes() {
            return header("connection").equals("close");
        }
    }

    private final Socket socket;
    private final InputStream in;

    Wire(int port) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(READ_WITHIN_MS);
            in = socket.getInputStream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A POST with headers by turns, its length and its body. */
    static String post(String path, String body, String... headers) {
        var head = new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: door\r\n");
        for (int i = 0; i < headers.length; i += 2) {
            head.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
        }
        return head + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    Wire send(String latin1) {
        return send(latin1.getBytes(StandardCharsets.ISO_8859_1));
    }

    Wire send(byte[] bytes) {
        if (!trySend(bytes)) {
            throw new IllegalStateException("the server has closed the connection");
        }
        return this;
    }

    /** Sends, unless the server has closed the connection. */
    boolean trySend(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return true;
        } catch (SocketException closed) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next answer. */
    Reply reply() {
        return reply(false);
    }

    /** The next answer, to a HEAD request where that is so. */
    Reply reply(boolean toHead) {
        try {
            var statusLine = line();
            var headers = new TreeMap<String, String>();
            for (var line = line(); !line.isEmpty(); line = line()) {
                int colon = line.indexOf(':');
                headers.put(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
            int length = toHead ? 0 : Integer.parseInt(headers.getOrDefault("content-length", "0"));
            var body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
            return new Reply(Integer.parseInt(List.of(statusLine.split(" ", -1)).get(1)), headers, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new SocketException("the server closed the connection in mid-answer: " + line);
            }
            line.write(b);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }

    /** Whether nothing arrives for that long. */
    boolean silentFor(int ms) {
        try {
            socket.setSoTimeout(ms);
            int b = in.read();
            throw new IllegalStateException("the server was not silent: " + b);
        } catch (SocketTimeoutException silent) {
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            patience(READ_WITHIN_MS);
        }
    }

    /** Reads until the server closes: all that it said, or a failure if it does not close in time. */
    String untilClosed() {
        var all = new ByteArrayOutputStream();
        try {
            for (int b = in.read(); b >= 0; b = in.read()) {
                all.write(b);
            }
        } catch (SocketTimeoutException e) {
            throw new IllegalStateException("the server did not close; it said: " + all, e);
        } catch (IOException reset) {
            all.write('!');
        }
        return all.toString(StandardCharsets.ISO_8859_1);
    }

    private void patience(int ms) {
        try {
            socket.setSoTimeout(ms);
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
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

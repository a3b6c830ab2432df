package dev.longstop.measure;

import dev.longstop.measure.Connections.Given;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A kept connection to a program, with one delivery at a time.
 *
 * <p><i>Threads</i>: one at a time.
 */
final class Connection implements AutoCloseable {

    private static final int ANSWER_BYTES_MAX = 8_192;
    private static final String LENGTH = "\r\ncontent-length: ";
    private static final String HEAD_END = "\r\n\r\n";
    private static final int STATUS_AT = "HTTP/1.1 ".length();

    private final SocketChannel channel;
    private final SelectionKey key;
    private final ByteBuffer answer = ByteBuffer.allocate(ANSWER_BYTES_MAX);
    private ByteBuffer request = ByteBuffer.allocate(0);
    private @Nullable Given given;

    private Connection(SocketChannel channel, SelectionKey key) {
        this.channel = channel;
        this.key = key;
        key.attach(this);
    }

    static Connection open(InetSocketAddress door, Selector selector) throws IOException {
        var channel = SocketChannel.open(door);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        return new Connection(channel, channel.register(selector, SelectionKey.OP_READ));
    }

    /** What it was given and has not answered. */
    Optional<Given> given() {
        return Optional.ofNullable(given);
    }

    /** Whether another delivery can be sent over it. */
    boolean open() {
        return channel.isOpen();
    }

    /** Sends a delivery; nothing else may be under way. A connection that has ended shows at the next turn. */
    void send(Given delivery, byte[] bytes) {
        given = delivery;
        request = ByteBuffer.wrap(bytes);
        answer.clear();
        try {
            write();
        } catch (IOException ended) {
            key.interestOps(SelectionKey.OP_READ); // Reading says the same, and is asked anyway.
        }
    }

    private void write() throws IOException {
        channel.write(request);
        key.interestOps(request.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    }

    /** Goes on after the network has something; gives the answer once it is whole, or that there will be none. */
    Optional<Answer> turn() {
        try {
            if (request.hasRemaining()) {
                write();
            }
            if (channel.read(answer) < 0 || !answer.hasRemaining()) {
                return cutOff();
            }
        } catch (IOException ended) {
            return cutOff();
        }
        var text = new String(answer.array(), 0, answer.position(), StandardCharsets.ISO_8859_1);
        if (!whole(text)) {
            return Optional.empty();
        }
        given = null;
        if (text.toLowerCase(Locale.ROOT).contains("\r\nconnection: close")) {
            close();
        }
        return Optional.of(Answer.of(Integer.parseInt(text, STATUS_AT, STATUS_AT + 3, 10), text));
    }

    private Optional<Answer> cutOff() {
        given = null;
        close();
        return Optional.of(Answer.CUT_OFF);
    }

    private static boolean whole(String text) {
        int end = text.indexOf(HEAD_END);
        if (end < 0) {
            return false;
        }
        var head = text.substring(0, end + 2).toLowerCase(Locale.ROOT);
        int at = head.indexOf(LENGTH);
        if (at < 0) {
            throw new IllegalStateException("an answer without content-length: " + head);
        }
        int from = at + LENGTH.length();
        int length = Integer.parseInt(head, from, head.indexOf('\r', from), 10);
        return text.length() >= end + HEAD_END.length() + length;
    }

    /** Gives up what it was given, and ends. */
    Optional<Given> letGo() {
        var left = given();
        if (left.isPresent()) {
            given = null;
            close();
        }
        return left;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException gone) {
            key.cancel();
        }
    }
}

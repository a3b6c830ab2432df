package dev.longstop.measure;

import dev.longstop.measure.Volley.Shot;
import dev.longstop.time.Patience;
import dev.longstop.time.Time;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Kept connections to a program, each with one delivery at a time, all of them by one thread: it speaks HTTP over bare
 * sockets, so that the measured program gets as much of the machine as possible.
 *
 * <p><i>Threads</i>: one at a time; {@link #close} by any. <i>Errors</i>: {@code IllegalStateException} if the program
 * takes no connection.
 */
final class Connections implements AutoCloseable {

    /** How long senders wait for their answer. */
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final long LOOK_MS = 10;

    /** Selectors wait for whole milliseconds. What is due sooner is waited for in pauses that do not hide answers. */
    private static final long PAUSE_NANOS = 200_000;

    private final Selector selector;
    private final InetSocketAddress door;
    private final Sender sender;
    private final List<Connection> all = new ArrayList<>();
    private final Deque<Connection> idle = new ArrayDeque<>();

    private Connections(Selector selector, InetSocketAddress door, Sender sender) {
        this.selector = selector;
        this.door = door;
        this.sender = sender;
    }

    /** Who sends: what, by which clock, and who keeps book. */
    record Sender(Deliveries deliveries, Acknowledged acknowledged, Time time) {}

    /** Opens so many. */
    static Connections open(URI program, int count, Sender sender) {
        try {
            var connections = new Connections(
                    Selector.open(), new InetSocketAddress(program.getHost(), program.getPort()), sender);
            for (int i = 0; i < count; i++) {
                connections.add();
            }
            return connections;
        } catch (IOException refused) {
            throw new IllegalStateException("the program takes no connections: " + refused.getMessage(), refused);
        }
    }

    private void add() throws IOException {
        var connection = Connection.open(door, selector);
        all.add(connection);
        idle.add(connection);
    }

    /** Sends what a volley wants to be sent, and tells it what comes back, until it is over. */
    void run(Volley volley) {
        try {
            long begunNanos = sender.time.nanos();
            long nowNanos = 0;
            while (!volley.over(nowNanos) && nowNanos < volley.lastDueNanos() + ANSWER_NANOS) {
                send(volley, nowNanos);
                await(volley, nowNanos);
                nowNanos = sender.time.nanos() - begunNanos;
                receive(volley, nowNanos);
            }
            for (var connection : all) {
                connection
                        .letGo()
                        .ifPresent(given -> volley.ended(given.shot(), lateNanos(begunNanos), Answer.UNANSWERED));
            }
            volley.giveUp(lateNanos(begunNanos));
        } catch (IOException broken) {
            throw new IllegalStateException(
                    "the program takes no connections any more: " + broken.getMessage(), broken);
        }
    }

    private long lateNanos(long begunNanos) {
        return sender.time.nanos() - begunNanos;
    }

    private void send(Volley volley, long nowNanos) throws IOException {
        while (!idle.isEmpty()) {
            var shot = volley.next(nowNanos);
            if (shot.isEmpty()) {
                return;
            }
            long number = sender.deliveries.count();
            idle.remove().send(new Given(shot.get(), number), sender.deliveries.next());
        }
    }

    /** A delivery that a connection was given: when it was due, and its number among all of its maker. */
    record Given(Shot shot, long number) {}

    private void await(Volley volley, long nowNanos) throws IOException {
        long dueNanos = idle.isEmpty() ? Long.MAX_VALUE : volley.untilDueNanos(nowNanos);
        long dueMs = Math.min(LOOK_MS, TimeUnit.NANOSECONDS.toMillis(dueNanos));
        if (dueMs > 0) {
            selector.select(dueMs);
        } else if (selector.selectNow() == 0 && dueNanos > 0) {
            Patience.pause(Math.min(PAUSE_NANOS, dueNanos));
            selector.selectNow();
        }
    }

    private void receive(Volley volley, long nowNanos) throws IOException {
        for (var key : selector.selectedKeys()) {
            if (key.attachment() instanceof Connection connection) {
                var given = connection.given();
                var answer = connection.turn();
                if (answer.isPresent()) {
                    given.ifPresent(it -> ended(volley, it, nowNanos, answer.get()));
                    back(connection);
                }
            }
        }
        selector.selectedKeys().clear();
    }

    private void ended(Volley volley, Given given, long nowNanos, Answer answer) {
        volley.ended(given.shot, nowNanos, answer);
        if (answer.acknowledged()) {
            sender.acknowledged.add(given.number);
        }
    }

    private void back(Connection connection) throws IOException {
        if (connection.open()) {
            idle.add(connection);
        } else {
            idle.remove(connection);
            all.remove(connection);
            add();
        }
    }

    @Override
    public void close() {
        all.forEach(Connection::close);
        try {
            selector.close();
        } catch (IOException gone) {
            throw new IllegalStateException("sockets cannot be closed", gone);
        }
    }
}

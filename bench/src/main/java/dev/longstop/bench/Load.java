package dev.longstop.bench;

import dev.longstop.measure.Deliveries;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A closed loop of senders over kept connections: each posts a signed delivery, waits for the answer, posts the next.
 *
 * <p>Speaks HTTP over bare sockets, so that the measured server gets as much of the machine as possible.
 */
final class Load {

    private final Vertx vertx;
    private final int port;
    private final int firstMaker;
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private volatile boolean running = true;

    Load(Vertx vertx, int port) {
        this(vertx, port, 0);
    }

    /**
     * A load.
     *
     * @param firstMaker who makes the first connection's deliveries, the next one those of the second: whoever made
     *     deliveries for this store before makes the same ones again
     */
    Load(Vertx vertx, int port, int firstMaker) {
        this.vertx = vertx;
        this.port = port;
        this.firstMaker = firstMaker;
    }

    /**
     * What a run of the load saw.
     *
     * @param accepted answers with status 200
     * @param refused other answers
     * @param seconds how long it was counted
     */
    record Seen(long accepted, long refused, double seconds) {
        double perSecond() {
            return accepted / seconds;
        }
    }

    /**
     * Loads the server and counts answers.
     *
     * @param connections how many senders
     * @param warmMs milliseconds that are not counted
     * @param countMs milliseconds that are
     */
    Seen run(int connections, long warmMs, long countMs) throws InterruptedException {
        var client = vertx.createNetClient();
        var sockets = new ArrayList<NetSocket>();
        var connected = new CountDownLatch(connections);
        for (int i = 0; i < connections; i++) {
            var deliveries = new Deliveries(1024, firstMaker + i);
            client.connect(port, "127.0.0.1").onSuccess(socket -> {
                synchronized (sockets) {
                    sockets.add(socket);
                }
                new Sender(socket, deliveries).start();
                connected.countDown();
            });
        }
        if (!connected.await(20, TimeUnit.SECONDS)) {
            throw new IllegalStateException("could not open " + connections + " connections");
        }
        var seen = count(warmMs, countMs);
        running = false;
        List<NetSocket> all;
        synchronized (sockets) {
            all = List.copyOf(sockets);
        }
        all.forEach(NetSocket::close);
        client.close()
                .toCompletionStage()
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
        return seen;
    }

    private Seen count(long warmMs, long countMs) throws InterruptedException {
        var timer = new CountDownLatch(1);
        if (timer.await(warmMs, TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("nobody counts this down");
        }
        long from = accepted.get();
        long refusedFrom = refused.get();
        long start = System.nanoTime();
        if (timer.await(countMs, TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("nobody counts this down");
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Seen(accepted.get() - from, refused.get() - refusedFrom, seconds);
    }

    /** One connection's end of the loop. */
    private final class Sender {

        private final NetSocket socket;
        private final Deliveries deliveries;
        private Buffer waiting = Buffer.buffer();

        Sender(NetSocket socket, Deliveries deliveries) {
            this.socket = socket;
            this.deliveries = deliveries;
        }

        void start() {
            socket.handler(this::received);
            socket.write(Buffer.buffer(deliveries.next()));
        }

        private void received(Buffer bytes) {
            waiting = waiting.length() == 0 ? bytes : waiting.appendBuffer(bytes);
            if (!whole(waiting)) {
                return;
            }
            (waiting.getByte(9) == '2' ? accepted : refused).incrementAndGet();
            waiting = Buffer.buffer();
            if (running) {
                socket.write(Buffer.buffer(deliveries.next()));
            }
        }

        /** Whether the answer is all there: one answer at a time is on its way. */
        private static boolean whole(Buffer answer) {
            var text = answer.toString("ISO-8859-1");
            int end = text.indexOf("\r\n\r\n");
            if (end < 0) {
                return false;
            }
            int at = text.toLowerCase(java.util.Locale.ROOT).indexOf("content-length: ");
            if (at < 0 || at > end) {
                throw new IllegalStateException("an answer without content-length: " + text);
            }
            int length = Integer.parseInt(
                    text.substring(at + 16, text.indexOf('\r', at)).strip());
            return answer.length() >= end + 4 + length;
        }
    }
}

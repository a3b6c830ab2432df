package dev.longstop.ingress;

import dev.longstop.store.Dialect;

/**
 * Bounds of the public server.
 *
 * @param host the address to listen on
 * @param port the port; 0 takes a free one
 * @param loops event loops that share the port, 1 to 64
 * @param connectionsMax open connections per event loop; what comes beyond is closed at once
 * @param headerBytesMax all headers of a request together
 * @param inFlightBytesMax bytes of bodies, with an allowance per request, from their arrival until their commit settled
 * @param offloadBytes from this size on a body is examined away from the event loop
 * @param headMs how long a new connection may take until its first request's headers are complete
 * @param keepAliveMs how long a used connection may take until its next request's headers are complete
 * @param bodyMs how long a body may take
 * @param answerMs how long a commit may take before the sender is told to come again
 * @param leftoverBytesMax how much of a refused body is read and dropped, so that the client reads the answer
 * @param leftoverMs for how long
 * @param drainMs how long requests in flight may take at a stop
 * @param rejectionsKept how many rejections are remembered
 */
public record IngressSettings(
        String host,
        int port,
        int loops,
        int connectionsMax,
        int headerBytesMax,
        long inFlightBytesMax,
        int offloadBytes,
        long headMs,
        long keepAliveMs,
        long bodyMs,
        long answerMs,
        long leftoverBytesMax,
        long leftoverMs,
        long drainMs,
        int rejectionsKept) {

    /** What a request is charged besides its body: headers, objects, the payload's tree. */
    static final int REQUEST_BYTES = 4_096;

    /** The defaults, for one address: an event loop for each processor. */
    public static IngressSettings of(String host, int port) {
        return new IngressSettings(
                host,
                port,
                Math.max(1, Math.min(64, Runtime.getRuntime().availableProcessors())),
                10_000,
                16 * 1_024,
                64L * 1_024 * 1_024,
                256 * 1_024,
                4_500,
                60_000,
                10_000,
                9_000,
                1_024 * 1_024,
                2_000,
                10_000,
                100);
    }

    /**
     * The same in front of a store. Who writes to PostgreSQL hands on to its server and is handed back to, time and
     * again, and waits for a processor each time while event loops have them all: one is left to it.
     */
    public IngressSettings before(Dialect store) {
        return store == Dialect.POSTGRESQL ? withLoops(Math.max(1, loops - 1)) : this;
    }

    IngressSettings withLoops(int other) {
        return new IngressSettings(
                host,
                port,
                other,
                connectionsMax,
                headerBytesMax,
                inFlightBytesMax,
                offloadBytes,
                headMs,
                keepAliveMs,
                bodyMs,
                answerMs,
                leftoverBytesMax,
                leftoverMs,
                drainMs,
                rejectionsKept);
    }

    /** How often deadlines are looked at: a tenth of the shortest, and not more often than every 10 ms. */
    long sweepMs() {
        long shortest = Math.min(Math.min(headMs, bodyMs), Math.min(Math.min(answerMs, leftoverMs), keepAliveMs));
        return Math.max(10, Math.min(250, shortest / 10));
    }
}

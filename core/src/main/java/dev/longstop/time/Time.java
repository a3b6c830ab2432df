package dev.longstop.time;

/**
 * What time it is: the one clock of the program.
 *
 * <p><i>Units</i>: milliseconds since the epoch for instants, nanoseconds for monotonic readings. <i>Threads</i>: safe.
 * <i>Source</i>: design section 4, "Time".
 */
public interface Time {

    /**
     * The node's wall clock in epoch milliseconds: for what other people signed (timestamps of senders), and for logs.
     * May jump.
     */
    long wallMs();

    /**
     * The store's time in epoch milliseconds: the database's clock at the last {@link #follow}, plus monotonic elapsed
     * since. Never goes backwards between two calls of {@link #follow}. For leases, due times and everything written.
     */
    long nowMs();

    /** A reading of the monotonic clock in nanoseconds; only differences mean anything. */
    long nanos();

    /**
     * Takes the store's clock as the truth from here on.
     *
     * @param storeNowMs what the database said its time was, in epoch milliseconds
     */
    void follow(long storeNowMs);
}

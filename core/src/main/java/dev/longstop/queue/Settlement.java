package dev.longstop.queue;

/**
 * How an attempt ended, by whom, and what its agent's settings make of it.
 *
 * @param lease the right to settle
 * @param attempts the answers had before this attempt, as claimed
 * @param ending how the attempt ended
 * @param retry how often and when the run is tried again
 */
public record Settlement(Lease lease, int attempts, Ending ending, RetrySettings retry) {

    /** The settlement of a claimed run. */
    public static Settlement of(Claimed claimed, Ending ending, RetrySettings retry) {
        return new Settlement(claimed.lease(), claimed.attempts(), ending, retry);
    }
}

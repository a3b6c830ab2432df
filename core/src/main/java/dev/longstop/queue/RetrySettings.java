package dev.longstop.queue;

/**
 * How often and when a run is tried again.
 *
 * @param attemptsMax answers that may be had in all, 1 to 100
 * @param backoffMinMs the first delay's upper end, in milliseconds
 * @param backoffMaxMs no delay is longer, in milliseconds
 */
public record RetrySettings(int attemptsMax, long backoffMinMs, long backoffMaxMs) {

    /** Eight attempts, five seconds doubling up to an hour. */
    public static final RetrySettings DEFAULT = new RetrySettings(8, 5_000, 3_600_000);

    public RetrySettings {
        if (attemptsMax < 1 || attemptsMax > 100 || backoffMinMs < 1 || backoffMaxMs < backoffMinMs) {
            throw new IllegalArgumentException("1 to 100 attempts, and a backoff from at least 1 ms to no less");
        }
    }
}

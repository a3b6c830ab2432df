package dev.longstop.queue;

import dev.longstop.time.Randomness;
import java.util.Optional;

/**
 * The delay before the next attempt: exponential, with full jitter, so that runs which failed together do not come back
 * together (M7). A pure function of its arguments.
 */
public final class Backoff {

    private Backoff() {}

    /**
     * The delay in milliseconds.
     *
     * <p><i>Bounds</i>: a number in {@code [0, min(backoffMaxMs, backoffMinMs * 2^answers)]}, raised to what the other
     * side asked for, and never more than {@code backoffMaxMs}.
     *
     * @param answers answers had before the one that failed now
     * @param retryAfterMs the least delay that was asked for
     */
    public static long delayMs(RetrySettings retry, int answers, Optional<Long> retryAfterMs, Randomness randomness) {
        long upper = retry.backoffMinMs();
        for (int i = 0; i < answers && upper < retry.backoffMaxMs(); i++) {
            upper *= 2;
        }
        upper = Math.min(upper, retry.backoffMaxMs());
        long jittered = randomness.below(upper + 1);
        return Math.min(retry.backoffMaxMs(), Math.max(jittered, retryAfterMs.orElse(0L)));
    }
}

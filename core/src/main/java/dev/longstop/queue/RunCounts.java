package dev.longstop.queue;

import java.util.Optional;

/**
 * How much the queue holds.
 *
 * @param due runs that are due; at most {@link #MAX}, which stands for "that or more"
 * @param held runs that wait for a person; at most {@link #MAX}
 * @param oldestDueAtMs since when the oldest due run is due, in epoch milliseconds of the store's time
 */
public record RunCounts(long due, long held, Optional<Long> oldestDueAtMs) {

    /** Counting stops here, so that a look at the queue never costs more than a page of it. */
    public static final int MAX = 100_000;
}

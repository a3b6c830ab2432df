package dev.longstop.ingress;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes in flight, over all event loops.
 *
 * <p><i>Threads</i>: safe.
 */
final class Budget {

    private final long max;
    private final AtomicLong taken = new AtomicLong();

    Budget(long max) {
        this.max = max;
    }

    /** Whether that much is free now; nothing is taken. */
    boolean hasRoomFor(long bytes) {
        return taken.get() + bytes <= max;
    }

    /** Takes bytes, unless that would exceed the bound. */
    boolean take(long bytes) {
        if (taken.addAndGet(bytes) <= max) {
            return true;
        }
        taken.addAndGet(-bytes);
        return false;
    }

    /** Gives back bytes that were taken. */
    void giveBack(long bytes) {
        taken.addAndGet(-bytes);
    }

    long taken() {
        return taken.get();
    }
}

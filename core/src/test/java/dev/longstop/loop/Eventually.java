package dev.longstop.loop;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition, with a deadline, instead of sleeping and hoping. */
public final class Eventually {

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private Eventually() {}

    /** Waits until the condition holds; fails after ten seconds. */
    public static void holds(String what, BooleanSupplier condition) {
        if (!within(10_000, condition)) {
            throw new AssertionError("not within ten seconds: " + what);
        }
    }

    /** Waits until the condition holds, and says whether it did in time. */
    public static boolean within(long ms, BooleanSupplier condition) {
        long from = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - from > TimeUnit.MILLISECONDS.toNanos(ms)) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }
}

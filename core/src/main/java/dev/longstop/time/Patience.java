package dev.longstop.time;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition that nobody announces: another process's file, port or answer. Every wait has an end. */
public final class Patience {

    private static final long LOOK_EVERY_NANOS = 10_000_000;
    private static final long PAUSE_NANOS_MAX = 1_000_000;

    private Patience() {}

    /**
     * Looks every 10 ms until the condition holds.
     *
     * @param atMostMs how long to look, in milliseconds
     * @return whether it held in time; false also when the thread was interrupted, which stays so
     */
    public static boolean until(long atMostMs, BooleanSupplier condition) {
        long end = System.nanoTime() + atMostMs * 1_000_000;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(LOOK_EVERY_NANOS);
        }
        return true;
    }

    /**
     * Leaves the processor to others for a moment: for who has to be there at instants finer than timers are.
     *
     * @param nanos how long, at most a millisecond
     */
    public static void pause(long nanos) {
        LockSupport.parkNanos(Math.min(nanos, PAUSE_NANOS_MAX));
    }
}

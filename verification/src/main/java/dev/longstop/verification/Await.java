package dev.longstop.verification;

import dev.longstop.time.Patience;
import java.util.function.BooleanSupplier;

/** Waiting in tests: on a condition, with a deadline, never for a time. */
public final class Await {

    private Await() {}

    /**
     * Waits until the condition holds.
     *
     * @param what the condition in words, for the failure
     * @param timeoutMs how long to look, in milliseconds
     * @throws AssertionError if it did not hold in time
     */
    public static void until(String what, long timeoutMs, BooleanSupplier condition) {
        if (!Patience.until(timeoutMs, condition)) {
            throw new AssertionError("not within " + timeoutMs + " ms: " + what);
        }
    }
}

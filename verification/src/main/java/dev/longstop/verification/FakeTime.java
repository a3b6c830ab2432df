package dev.longstop.verification;

import dev.longstop.time.Time;

/**
 * Clocks that move only when a test says so: the wall clock, the monotonic clock and the store's time, each on its own.
 *
 * <p>{@link #advance} moves all of them together. {@link #jumpWall} moves the wall clock alone, as an administrator or
 * a time daemon does. {@link #suspend} moves the wall clock alone by the length of a sleep, as a virtual machine sees
 * it whose monotonic clock stood still: its store time is behind until the next {@link #follow}.
 *
 * <p><i>Units</i>: milliseconds since the epoch; the monotonic clock starts anywhere. <i>Threads</i>: safe.
 */
public final class FakeTime implements Time {

    /** Where clocks start unless told otherwise: 2026-01-01T00:00:00Z. */
    public static final long START_MS = 1_767_225_600_000L;

    private final int driftPpm;
    private long wallMs;
    private long storeMs;
    private long nanos;

    private FakeTime(long wallMs, long storeMs, long nanos, int driftPpm) {
        this.wallMs = wallMs;
        this.storeMs = storeMs;
        this.nanos = nanos;
        this.driftPpm = driftPpm;
    }

    /** Clocks that agree and start at {@link #START_MS}. */
    public static FakeTime create() {
        return at(START_MS);
    }

    /** Clocks that agree and start at an instant. */
    public static FakeTime at(long epochMs) {
        return new FakeTime(epochMs, epochMs, 0, 0);
    }

    /**
     * The clocks of a node that is not in step with the rest.
     *
     * @param epochMs the true time
     * @param skewMs how far the wall clock, and the store's time until the first {@link #follow}, are off
     * @param nanos what the monotonic clock says; may be negative
     * @param driftPpm by how many millionths its monotonic clock runs fast, or slow if negative; -1,000 to 1,000
     */
    public static FakeTime skewed(long epochMs, long skewMs, long nanos, int driftPpm) {
        if (driftPpm < -1_000 || driftPpm > 1_000) {
            throw new IllegalArgumentException("a clock drifts by at most a thousandth");
        }
        return new FakeTime(epochMs + skewMs, epochMs + skewMs, nanos, driftPpm);
    }

    /** Lets time pass on every clock: {@code ms} is not negative. */
    public synchronized void advance(long ms) {
        if (ms < 0) {
            throw new IllegalArgumentException("time does not go back");
        }
        long elapsedNanos = ms * 1_000_000 + ms * driftPpm;
        long storeNanos = Math.floorMod(nanos, 1_000_000L) + elapsedNanos;
        wallMs += ms;
        nanos += elapsedNanos;
        storeMs += Math.floorDiv(storeNanos, 1_000_000L);
    }

    /** Sets the wall clock forward, or back if negative; nothing else moves. */
    public synchronized void jumpWall(long ms) {
        wallMs += ms;
    }

    /**
     * Lets time pass while the machine sleeps: its monotonic clock, and so its idea of the store's time, stand still.
     */
    public synchronized void suspend(long ms) {
        if (ms < 0) {
            throw new IllegalArgumentException("time does not go back");
        }
        wallMs += ms;
    }

    @Override
    public synchronized long wallMs() {
        return wallMs;
    }

    @Override
    public synchronized long nowMs() {
        return storeMs;
    }

    @Override
    public synchronized long nanos() {
        return nanos;
    }

    @Override
    public synchronized void follow(long storeNowMs) {
        storeMs = storeNowMs;
    }
}

package dev.longstop.reconcile;

import dev.longstop.time.Time;
import java.util.concurrent.TimeUnit;

/**
 * How many calls a platform still takes: what it allows in a minute, evenly, and nothing while it asked for a pause.
 *
 * <p><i>Threads</i>: safe.
 */
final class CallBudget {

    /** What is taken for granted where a platform's data say nothing: ten a second. */
    static final int CALLS_PER_MINUTE = 600;

    private final Time time;
    private final double perNano;
    private final double most;
    private double left;
    private long countedNanos;
    private long pausedFromNanos;
    private long pauseNanos;

    CallBudget(int callsPerMinute, Time time) {
        this.time = time;
        this.perNano = callsPerMinute / (double) TimeUnit.MINUTES.toNanos(1);
        // A burst of some seconds' worth; a platform counts by the minute.
        this.most = Math.max(1, callsPerMinute / 10.0);
        this.left = most;
        this.countedNanos = time.nanos();
        this.pausedFromNanos = countedNanos;
    }

    /** How many calls may be made now. */
    synchronized int available() {
        long nowNanos = time.nanos();
        left = Math.min(most, left + (nowNanos - countedNanos) * perNano);
        countedNanos = nowNanos;
        return nowNanos - pausedFromNanos < pauseNanos ? 0 : (int) left;
    }

    /** A call is made, whether or not there was room for it: a second read belongs to its first. */
    synchronized void spend() {
        left -= 1;
    }

    /** The platform asks to be left alone for a while. */
    synchronized void pause(long ms) {
        long nanos = TimeUnit.MILLISECONDS.toNanos(ms);
        long restNanos = pauseNanos - (time.nanos() - pausedFromNanos);
        if (nanos > restNanos) {
            pausedFromNanos = time.nanos();
            pauseNanos = nanos;
        }
    }
}

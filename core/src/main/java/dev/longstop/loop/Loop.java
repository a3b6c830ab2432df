package dev.longstop.loop;

import dev.longstop.telemetry.LogKeys;
import dev.longstop.time.Time;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns one step on a thread of its own until it is closed.
 *
 * <p>While a step has work it is turned at once; otherwise the loop rests until it is woken or its idle time is over.
 * A step that crashes is logged and turned again after a pause, which doubles from crash to crash and is cut short by
 * nothing but {@link #close}: whatever breaks, a loop neither ends nor spins nor fills the log (B9).
 *
 * <p><i>Bounds and default</i>: the pause is {@value #PAUSE_MIN_MS} ms to {@value #PAUSE_MAX_MS} ms, and starts over
 * after {@value #CALM_MS} ms without a crash. <i>Threads</i>: safe.
 */
public final class Loop implements Wake {

    static final long PAUSE_MIN_MS = 100;
    static final long PAUSE_MAX_MS = 30_000;
    static final long CALM_MS = 60_000;

    private static final long INTERRUPT_GRACE_MS = 1_000;
    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

    private final Step step;
    private final long idleMs;
    private final Time time;
    private final Thread thread;
    private final AtomicBoolean woken = new AtomicBoolean();
    private volatile boolean closing;
    private volatile long turnedNanos;

    private Loop(Step step, long idleMs, Time time) {
        if (idleMs < 1) {
            throw new IllegalArgumentException("a loop rests at least 1 ms");
        }
        this.step = step;
        this.idleMs = idleMs;
        this.time = time;
        turnedNanos = time.nanos();
        thread = new Thread(this::run, "longstop-" + step.name());
        thread.setDaemon(true);
    }

    /**
     * Starts turning a step.
     *
     * @param idleMs the longest rest between two turns that nobody asked for, in milliseconds, at least 1
     */
    public static Loop start(Step step, long idleMs, Time time) {
        var loop = new Loop(step, idleMs, time);
        step.turnedBy(loop);
        loop.thread.start();
        return loop;
    }

    /**
     * Starts doing something at once and then regularly, such as following the store's clock.
     *
     * @param everyMs the rest between two times, in milliseconds, at least 1
     */
    public static Loop every(String name, long everyMs, Time time, Runnable work) {
        return start(new Regularly(name, work), everyMs, time);
    }

    private record Regularly(String name, Runnable work) implements Step {
        @Override
        public int turn() {
            work.run();
            return 0;
        }
    }

    @Override
    public void up() {
        if (!woken.getAndSet(true)) {
            LockSupport.unpark(thread);
        }
    }

    /** How long ago the step last came back from a turn, in milliseconds: what a health check asks (H18). */
    public long sinceTurnMs() {
        return TimeUnit.NANOSECONDS.toMillis(time.nanos() - turnedNanos);
    }

    /**
     * Lets the turn in progress end, and turns no more.
     *
     * <p><i>Errors</i>: a turn that takes longer than the deadline is interrupted and given a second more.
     *
     * @return whether the thread has ended
     */
    public boolean close(long deadlineMs) {
        closing = true;
        LockSupport.unpark(thread);
        if (Thread.currentThread() == thread) {
            return true;
        }
        try {
            thread.join(Math.max(1, deadlineMs));
            if (thread.isAlive()) {
                LOG.atWarn()
                        .addKeyValue(LogKeys.STEP, step.name())
                        .log("A step did not end in time and is interrupted");
                thread.interrupt();
                thread.join(INTERRUPT_GRACE_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    private void run() {
        long pauseMs = PAUSE_MIN_MS;
        long crashedNanos = time.nanos() - TimeUnit.MILLISECONDS.toNanos(CALM_MS);
        while (!closing) {
            // An interrupt that a step left behind would end every rest at once.
            boolean ignored = Thread.interrupted();
            woken.set(false);
            if (turned()) {
                continue;
            }
            boolean calm = time.nanos() - crashedNanos >= TimeUnit.MILLISECONDS.toNanos(CALM_MS);
            pauseMs = calm ? PAUSE_MIN_MS : Math.min(pauseMs * 2, PAUSE_MAX_MS);
            rest(pauseMs, false);
            crashedNanos = time.nanos();
        }
    }

    /** Turns once, and rests if there was nothing to do; false after a crash. */
    @SuppressWarnings("CatchAndPrintStackTrace")
    private boolean turned() {
        try {
            int done = step.turn();
            turnedNanos = time.nanos();
            if (done == 0) {
                rest(idleMs, true);
            }
            return true;
        } catch (Exception | StackOverflowError | OutOfMemoryError | AssertionError | LinkageError crash) {
            // A thread that ended here would leave a program that looks alive and does nothing.
            if (!closing) {
                LOG.atError()
                        .addKeyValue(LogKeys.STEP, step.name())
                        .setCause(crash)
                        .log("A step crashed and is turned again after a pause");
            }
            return false;
        }
    }

    private void rest(long ms, boolean wakeable) {
        long from = time.nanos();
        long restNanos = TimeUnit.MILLISECONDS.toNanos(ms);
        long left = restNanos;
        while (left > 0 && !closing && !(wakeable && woken.get())) {
            LockSupport.parkNanos(this, left);
            boolean ignored = Thread.interrupted();
            left = restNanos - (time.nanos() - from);
        }
    }
}

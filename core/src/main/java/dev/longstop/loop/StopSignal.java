package dev.longstop.loop;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The operating system's wish that the process end (SIGTERM, SIGINT), as something that the main thread waits for.
 *
 * <p>Java ends as soon as its shutdown hooks have; this one waits until the program says that it has stopped.
 */
public final class StopSignal {

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile int exit;

    private StopSignal() {}

    /**
     * Listens from now on.
     *
     * @param deadlineMs how long the process waits for {@link #stopped} after the signal, in milliseconds
     */
    public static StopSignal listen(long deadlineMs) {
        var signal = new StopSignal();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> signal.hook(deadlineMs), "stop"));
        return signal;
    }

    private void hook(long deadlineMs) {
        asked.countDown();
        try {
            if (stopped.await(deadlineMs, TimeUnit.MILLISECONDS)) {
                // Everything is closed in its order; what other hooks would do is done, and the exit code is ours.
                Runtime.getRuntime().halt(exit);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the signal; false if the waiting thread was interrupted. */
    public boolean await() {
        try {
            asked.await();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Says that everything is closed; the process ends with this exit code. */
    public void stopped(int exitCode) {
        exit = exitCode;
        stopped.countDown();
    }
}

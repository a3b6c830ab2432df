package dev.longstop.loop;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What is still to be put away when the process is asked to end in the middle of something (SIGTERM, SIGINT).
 *
 * <p><i>Threads</i>: safe; it is put away once, by whichever comes first: the signal or {@link #close}.
 */
public final class AtExit implements AutoCloseable {

    private static final long AWAY_MS = 60_000;

    private final Runnable away;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile boolean asked;

    private AtExit(Runnable away) {
        this.away = away;
    }

    /** Has something put away when the process is asked to end, or when this is closed. */
    public static AtExit putAway(Runnable away) {
        var exit = new AtExit(away);
        Runtime.getRuntime().addShutdownHook(new Thread(exit::hook, "away"));
        return exit;
    }

    private void hook() {
        asked = true;
        close();
    }

    /** Whether the process was asked to end before all was put away. */
    public boolean asked() {
        return asked;
    }

    @Override
    public void close() {
        if (begun.compareAndSet(false, true)) {
            try {
                away.run();
            } finally {
                done.countDown();
            }
            return;
        }
        try {
            // A hook that waits for ever would keep the process from ending.
            boolean unused = done.await(AWAY_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.longstop.store;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Ends reads that take too long, so that none holds a snapshot.
 *
 * <p>A driver's query timeout is not enough: SQLite's does not stop a query, and neither sees a reader that holds on
 * between two of them.
 */
final class ReadDeadline implements AutoCloseable {

    /** How long one read may take, in milliseconds. */
    static final long READ_MS_MAX = 2_000;

    private static final long TICK_MS = 100;

    private final ScheduledThreadPoolExecutor timer;

    ReadDeadline() {
        timer = new ScheduledThreadPoolExecutor(1, work -> daemon("longstop-store-reads", work));
        timer.setRemoveOnCancelPolicy(true);
    }

    /** Begins to watch a read. */
    Watch watch(Reader reader) {
        var watch = new Watch(reader);
        watch.ticking = timer.scheduleAtFixedRate(watch::tick, READ_MS_MAX, TICK_MS, TimeUnit.MILLISECONDS);
        return watch;
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    private static Thread daemon(String name, Runnable work) {
        var thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** One read under its deadline. */
    static final class Watch {

        private final Reader reader;
        private final ReentrantLock lock = new ReentrantLock();
        private volatile @Nullable Future<?> ticking;
        private int ticks;
        private boolean over;

        private Watch(Reader reader) {
            this.reader = reader;
        }

        private void tick() {
            lock.lock();
            try {
                if (over) {
                    return;
                }
                ticks++;
                reader.interrupt();
                if (ticks == 2) {
                    daemon("longstop-store-cut", () -> reader.cut(this)).start();
                }
            } finally {
                lock.unlock();
            }
        }

        /**
         * The read is over, or its connection about to be taken away: nothing is interrupted any more.
         *
         * @return whether the deadline was missed; the connection is then not fit for another read
         */
        boolean finish() {
            lock.lock();
            try {
                over = true;
                var ticker = ticking;
                if (ticker != null) {
                    ticker.cancel(false);
                }
                return ticks > 0;
            } finally {
                lock.unlock();
            }
        }
    }
}

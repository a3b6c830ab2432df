package dev.longstop.loop;

import dev.longstop.telemetry.LogKeys;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Workers with a thread for each piece of work in progress.
 *
 * <p>They are platform threads, kept for a minute: an attempt's cost is its process, and a virtual thread that waits
 * for a class to be loaded or initialised holds its carrier, of which a small machine has two. Work that crashes is
 * logged and gives its place back.
 */
public final class ThreadWorkers implements Workers {

    private static final long INTERRUPT_GRACE_MS = 1_000;
    private static final Logger LOG = LoggerFactory.getLogger(ThreadWorkers.class);

    private final int max;
    private final Semaphore places;
    private final Executor threads;
    private final Set<Thread> busy = ConcurrentHashMap.newKeySet();
    private volatile boolean closing;

    /**
     * Workers that nothing has been given to yet.
     *
     * @param name the first part of the threads' names
     * @param max pieces of work in progress at once, 1 to 100,000
     */
    public ThreadWorkers(String name, int max) {
        if (max < 1 || max > 100_000) {
            throw new IllegalArgumentException("1 to 100,000 workers, not " + max);
        }
        this.max = max;
        places = new Semaphore(max);
        threads = threads(name);
    }

    @Override
    public int free() {
        return closing ? 0 : places.availablePermits();
    }

    @Override
    public boolean start(String name, Runnable work) {
        if (closing || !places.tryAcquire()) {
            return false;
        }
        boolean started = false;
        try {
            threads.execute(() -> run(name, work));
            started = true;
        } finally {
            if (!started) {
                places.release();
            }
        }
        return true;
    }

    private void run(String name, Runnable work) {
        var thread = Thread.currentThread();
        var idleName = thread.getName();
        busy.add(thread);
        thread.setName(name);
        try {
            work.run();
        } finally {
            thread.setName(idleName);
            busy.remove(thread);
            places.release();
        }
    }

    /**
     * Starts nothing more and waits for what is in progress; what then still is gets interrupted and a second more.
     *
     * @return whether all of it has ended
     */
    public boolean close(long deadlineMs) {
        closing = true;
        try {
            if (places.tryAcquire(max, Math.max(0, deadlineMs), TimeUnit.MILLISECONDS)) {
                return true;
            }
            busy.forEach(Thread::interrupt);
            return places.tryAcquire(max, INTERRUPT_GRACE_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static Executor threads(String name) {
        return new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                60,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                platform("longstop-" + name + "-"));
    }

    private static ThreadFactory platform(String prefix) {
        var count = new AtomicLong();
        return work -> {
            var thread = new Thread(work, prefix + count.incrementAndGet());
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler(ThreadWorkers::logged);
            return thread;
        };
    }

    private static void logged(Thread thread, Throwable crash) {
        LOG.atError()
                .addKeyValue(LogKeys.WORK, thread.getName())
                .setCause(crash)
                .log("A piece of work crashed");
    }
}

package dev.longstop.store;

import dev.longstop.telemetry.ErrorCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The items that wait for a commit, in order of arrival.
 *
 * <p><i>Bounds</i>: {@value #ITEMS_MAX} items and {@value #BYTES_MAX} bytes; more are refused. <i>Threads</i>: safe.
 */
final class Waiting {

    static final int ITEMS_MAX = 65_536;
    static final long BYTES_MAX = 256L * 1024 * 1024;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final ArrayDeque<Entry<?, ?>> entries = new ArrayDeque<>();
    private long bytes;
    private boolean closed;

    /** Takes an entry in, or refuses it if too much waits already or the store closes. */
    void put(Entry<?, ?> entry) {
        lock.lock();
        try {
            if (closed) {
                entry.fail(new StoreFailure(ErrorCode.STORE_UNAVAILABLE, "the store is closed", null));
            } else if (entries.size() >= ITEMS_MAX || bytes + entry.bytes() > BYTES_MAX) {
                entry.fail(new StoreFailure(ErrorCode.STORE_UNAVAILABLE, "too much waits for the store", null));
            } else {
                entries.add(entry);
                bytes += entry.bytes();
                arrived.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes out what waits, the oldest first, up to both bounds; a single entry may exceed {@code bytesMax}. */
    List<Entry<?, ?>> take(int itemsMax, long bytesMax) {
        lock.lock();
        try {
            var taken = new ArrayList<Entry<?, ?>>(Math.min(itemsMax, entries.size()));
            long weight = 0;
            while (taken.size() < itemsMax) {
                var next = entries.peek();
                if (next == null || (!taken.isEmpty() && weight + next.bytes() > bytesMax)) {
                    break;
                }
                entries.remove();
                taken.add(next);
                weight += next.bytes();
            }
            bytes -= weight;
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until something waits or the store closes.
     *
     * @return false if it closes and nothing waits any more
     */
    boolean await() throws InterruptedException {
        lock.lock();
        try {
            while (entries.isEmpty() && !closed) {
                arrived.await();
            }
            return !entries.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Refuses what comes from now on; what waits may still be taken. */
    void close() {
        lock.lock();
        try {
            closed = true;
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }
}

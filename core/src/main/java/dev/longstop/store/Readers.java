package dev.longstop.store;

import dev.longstop.telemetry.ErrorCode;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The connections that read, each used by one read at a time.
 *
 * <p><i>Bounds</i>: {@value #CONNECTIONS_MAX} connections; a read waits for one as long as it may take. <i>Threads</i>:
 * safe.
 */
final class Readers implements AutoCloseable {

    static final int CONNECTIONS_MAX = 4;

    private final SqlWork<Reader> opening;
    private final Function<Throwable, StoreFailure> meaning;
    private final ReadDeadline deadline = new ReadDeadline();
    private final Semaphore permits = new Semaphore(CONNECTIONS_MAX);
    private final ConcurrentLinkedDeque<Reader> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    /**
     * @param opening opens a connection
     * @param meaning what a failure of the database means
     */
    Readers(SqlWork<Reader> opening, Function<Throwable, StoreFailure> meaning) {
        this.opening = opening;
        this.meaning = meaning;
    }

    /** Runs a read; once more on a new connection if one that had been idle turns out to be lost. */
    <T> T read(Read<T> read) {
        acquire();
        try {
            var used = idle.poll();
            if (used != null) {
                try {
                    return read(used, read);
                } catch (StoreFailure failure) {
                    if (failure.code() != ErrorCode.STORE_UNAVAILABLE) {
                        throw failure;
                    }
                }
            }
            return read(open(), read);
        } finally {
            permits.release();
        }
    }

    /** Whether a read is under way. */
    boolean busy() {
        return permits.availablePermits() < CONNECTIONS_MAX;
    }

    private void acquire() {
        try {
            if (closed || !permits.tryAcquire(ReadDeadline.READ_MS_MAX, TimeUnit.MILLISECONDS)) {
                throw new StoreFailure(ErrorCode.STORE_UNAVAILABLE, "no connection is free for a read", null);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StoreFailure(ErrorCode.STORE_UNAVAILABLE, "interrupted before a read", interrupted);
        }
    }

    private Reader open() {
        try {
            return opening.run();
        } catch (SQLException failure) {
            throw meaning.apply(failure);
        }
    }

    private <T> T read(Reader reader, Read<T> read) {
        var watch = deadline.watch(reader);
        boolean fit = false;
        try {
            var value = read.from(reader.begin());
            reader.end();
            fit = !watch.finish() && !closed;
            if (watch.finish()) {
                throw tooLong(null);
            }
            return value;
        } catch (SQLException | SqlFailure failure) {
            throw watch.finish() ? tooLong(failure) : meaning.apply(failure);
        } catch (RuntimeException failure) {
            throw watch.finish() ? tooLong(failure) : failure;
        } finally {
            watch.finish();
            giveBack(reader, fit);
        }
    }

    /** A read that took more than its time. */
    static StoreFailure tooLong(@Nullable Throwable cause) {
        return new StoreFailure(ErrorCode.STORE_READ_TIMEOUT, "a read took too long and was ended", cause);
    }

    private void giveBack(Reader reader, boolean fit) {
        if (fit) {
            idle.push(reader);
        } else {
            reader.close();
        }
    }

    /** Refuses further reads and closes what is idle; a read that runs closes its own connection. */
    @Override
    public void close() {
        closed = true;
        for (var reader = idle.poll(); reader != null; reader = idle.poll()) {
            reader.close();
        }
        deadline.close();
    }
}

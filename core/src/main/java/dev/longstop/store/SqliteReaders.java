package dev.longstop.store;

import dev.longstop.telemetry.ErrorCode;
import dev.longstop.time.Time;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConnection;

/**
 * The connections that read a SQLite file, each used by one read at a time.
 *
 * <p><i>Bounds</i>: {@value #CONNECTIONS_MAX} connections.
 */
final class SqliteReaders implements AutoCloseable {

    static final int CONNECTIONS_MAX = 4;

    private static final Logger log = LoggerFactory.getLogger(SqliteReaders.class);

    private record Reader(Connection connection, Statements statements) {}

    private final SqliteDatabase database;
    private final Time time;
    private final ReadDeadline deadline = new ReadDeadline();
    private final Semaphore permits = new Semaphore(CONNECTIONS_MAX);
    private final ConcurrentLinkedDeque<Reader> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    SqliteReaders(SqliteDatabase database, Time time) {
        this.database = database;
        this.time = time;
    }

    <T> T read(Read<T> read) {
        acquire();
        try {
            var reader = open();
            boolean fit = false;
            try {
                var value = read(reader, read);
                fit = !closed;
                return value;
            } finally {
                if (fit) {
                    idle.push(reader);
                } else {
                    close(reader.connection());
                }
            }
        } catch (SQLException failure) {
            throw SqliteFailures.of(failure);
        } finally {
            permits.release();
        }
    }

    private <T> T read(Reader reader, Read<T> read) throws SQLException {
        var tx = new SqliteTx(reader.statements(), time.nowMs(), SqliteReaders::noIds);
        var watch = deadline.watch(new Interrupting((SQLiteConnection) reader.connection(), tx));
        try {
            execute(reader, "begin");
            var value = read.from(tx);
            execute(reader, "rollback");
            if (!watch.finish()) {
                return value;
            }
            throw tooLong(null);
        } catch (SQLException | RuntimeException failure) {
            if (watch.finish()) {
                throw tooLong(failure);
            }
            if (failure instanceof SqlFailure sql) {
                throw SqliteFailures.of(sql);
            }
            throw failure;
        } finally {
            tx.end();
        }
    }

    private static StoreFailure tooLong(@Nullable Throwable cause) {
        return new StoreFailure(ErrorCode.STORE_READ_TIMEOUT, "a read took too long and was ended", cause);
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

    private Reader open() throws SQLException {
        var known = idle.poll();
        if (known != null) {
            return known;
        }
        var connection = database.openReader();
        return new Reader(connection, new Statements(connection));
    }

    private static void execute(Reader reader, String sql) throws SQLException {
        reader.statements().update(sql, Map.of());
    }

    private static long noIds(String table) {
        throw new IllegalStateException("a read takes no ids: " + table);
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException failure) {
            log.warn("a connection did not close cleanly", failure);
        }
    }

    @Override
    public void close() {
        closed = true;
        deadline.close();
        for (var reader = idle.poll(); reader != null; reader = idle.poll()) {
            close(reader.connection());
        }
    }

    private record Interrupting(SQLiteConnection connection, SqliteTx tx) implements ReadDeadline.Ending {

        @Override
        public void interrupt() {
            tx.expire();
            try {
                connection.getDatabase().interrupt();
            } catch (SQLException closed) {
                log.debug("a read was over before it was interrupted", closed);
            }
        }

        @Override
        public void cut(ReadDeadline.Watch watch) {
            // The driver's own lock: once it is held no statement runs, and none is interrupted while the handle goes.
            synchronized (connection.getDatabase()) {
                watch.finish();
                close(connection);
            }
        }
    }
}

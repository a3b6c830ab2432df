package dev.longstop.store;

import dev.longstop.telemetry.ErrorCode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;

/**
 * The exclusive right to serve from a SQLite file: an operating system's lock on {@code <file>.lock}, which goes away
 * with the process.
 *
 * <p>SQLite itself takes the lock. A lock taken with Java would be lost as soon as anything else in the same process
 * opened and closed that file, since POSIX locks belong to the process; SQLite keeps book of that.
 */
final class ServeLock implements AutoCloseable {

    /** A process that was killed a moment ago may take a little to be gone. */
    private static final int WAIT_MS = 1_000;

    private static final Logger log = LoggerFactory.getLogger(ServeLock.class);

    private final Connection connection;

    private ServeLock(Connection connection) {
        this.connection = connection;
    }

    /** Takes the lock, or fails with {@code STORE_IN_USE}. */
    static ServeLock take(Path file) throws SQLException {
        var path = file.resolveSibling(file.getFileName() + ".lock");
        var connection = new SQLiteConfig().createConnection("jdbc:sqlite:" + path);
        try (var statement = connection.createStatement()) {
            statement.execute("pragma busy_timeout = " + WAIT_MS);
            statement.execute("begin exclusive");
            return new ServeLock(connection);
        } catch (SQLException failure) {
            connection.close();
            if (SqliteFailures.busy(failure)) {
                throw new StoreFailure(
                        ErrorCode.STORE_IN_USE, "another process serves from this database: " + file, failure);
            }
            throw failure;
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException failure) {
            log.warn("the lock on the database did not close cleanly", failure);
        }
    }
}

package dev.longstop.store;

import dev.longstop.telemetry.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;

/**
 * The database's file and how connections to it are opened.
 *
 * @param file null for one in memory
 */
record SqliteDatabase(@Nullable Path file) {

    /**
     * Frames after which a commit also copies the log into the database, if no reader is in the way: 32 MiB. A page
     * that many commits changed is copied once.
     */
    private static final int CHECKPOINT_PAGES = 8_192;

    /** How long to wait for another process that looks into the file. */
    static final int BUSY_TIMEOUT_MS = 2_000;

    String url() {
        return "jdbc:sqlite:" + (file == null ? ":memory:" : file.toString());
    }

    /** Opens the connection that writes, and refuses one whose commits could be lost. */
    Connection openWriter() throws SQLException {
        var connection = new SQLiteConfig().createConnection(url());
        try {
            pragmas(
                    connection,
                    List.of(
                            "busy_timeout = " + BUSY_TIMEOUT_MS,
                            "journal_mode = " + (file == null ? "memory" : "wal"),
                            "synchronous = full",
                            "foreign_keys = on",
                            "temp_store = memory",
                            "cache_size = -65536",
                            "wal_autocheckpoint = " + CHECKPOINT_PAGES));
            if (file == null) {
                Schema.createIn(connection);
            } else {
                requireDurable(connection);
            }
            byHand(connection);
            return connection;
        } catch (SQLException | RuntimeException failure) {
            connection.close();
            throw failure;
        }
    }

    /** Opens a connection that reads. */
    SQLiteConnection openReader() throws SQLException {
        var config = new SQLiteConfig();
        config.setReadOnly(true);
        var connection = (SQLiteConnection) config.createConnection(url());
        try {
            pragmas(connection, List.of("busy_timeout = " + BUSY_TIMEOUT_MS, "temp_store = memory"));
            byHand(connection);
            return connection;
        } catch (SQLException | RuntimeException failure) {
            connection.close();
            throw failure;
        }
    }

    /** The size of the write-ahead log in bytes. */
    long walBytes() {
        if (file == null) {
            return 0;
        }
        try {
            var wal = file.resolveSibling(file.getFileName() + "-wal");
            return Files.exists(wal) ? Files.size(wal) : 0;
        } catch (IOException unreadable) {
            return 0; // It went away between the two looks.
        }
    }

    private static void pragmas(Connection connection, List<String> pragmas) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (var pragma : pragmas) {
                statement.execute("pragma " + pragma);
            }
        }
    }

    /** Takes transactions out of the driver's hands: it would begin the next one together with each commit. */
    private static void byHand(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
            statement.execute("rollback");
        }
    }

    private static void requireDurable(Connection connection) throws SQLException {
        var journal = read(connection, "pragma journal_mode");
        var synchronous = read(connection, "pragma synchronous");
        if (!journal.equals("wal") || !synchronous.equals("2")) {
            throw new StoreFailure(
                    ErrorCode.STORE_NOT_DURABLE,
                    "SQLite did not take the settings that make a commit last: journal_mode=" + journal
                            + " synchronous=" + synchronous,
                    null);
        }
    }

    static String read(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}

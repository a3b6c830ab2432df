package dev.longstop.verification.suite;

import dev.longstop.store.CommitObserver;
import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.store.Store;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;

/** The contract on SQLite. */
class SqliteStoreTest extends StoreContract {

    @TempDir
    private Path directory;

    @Override
    protected Store open(CommitObserver observer) {
        return SqliteStore.open(SqliteSettings.of(file()).with(observer), new SystemTime(), new SystemRandomness());
    }

    @Override
    protected Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file());
    }

    @Override
    protected String slowQuery() {
        return """
                -- test: counts for minutes
                with recursive n (i) as (select 1 union all select i + 1 from n where i < 100000000000)
                select count(*)
                from n
                """;
    }

    /** A log that cannot be emptied is one that a snapshot needs. */
    @Override
    protected int snapshots() {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute("pragma busy_timeout = 0");
            try (var rows = statement.executeQuery("pragma wal_checkpoint(truncate)")) {
                rows.next();
                return rows.getInt(1);
            }
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private Path file() {
        return directory.resolve("store.db");
    }
}

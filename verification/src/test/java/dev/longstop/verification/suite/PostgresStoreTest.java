package dev.longstop.verification.suite;

import dev.longstop.store.CommitObserver;
import dev.longstop.store.PostgresSettings;
import dev.longstop.store.PostgresStore;
import dev.longstop.store.Store;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import dev.longstop.verification.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** The contract on PostgreSQL. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresStoreTest extends StoreContract {

    private final PostgresServer.Database database = PostgresServer.shared().createDatabase();

    /** A database for each test would cost a second each. */
    @BeforeEach
    void emptyTheDatabase() throws SQLException {
        PostgresStoreServerTest.empty(database);
    }

    @Override
    protected Store open(CommitObserver observer) {
        return PostgresStore.open(
                PostgresSettings.of(database.url(), database.user(), database.password())
                        .with(observer),
                new SystemTime(),
                new SystemRandomness());
    }

    @Override
    protected Connection connect() throws SQLException {
        return database.connect();
    }

    @Override
    protected String slowQuery() {
        return """
                -- test: sleeps
                select 1
                from pg_sleep(60)
                """;
    }

    @Override
    protected int snapshots() {
        try (var connection = PostgresServer.shared().superuser();
                var statement = connection.prepareStatement(
                        "select count(*) from pg_stat_activity where usename = ? and xact_start is not null")) {
            statement.setString(1, database.user());
            try (var rows = statement.executeQuery()) {
                rows.next();
                return rows.getInt(1);
            }
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}

package dev.longstop.store;

import dev.longstop.telemetry.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;

/** The schema of the database and its migrations. */
final class Schema {

    /** The version that this program works with: the highest number among {@code db/<dialect>/V<n>__*.sql}. */
    static final int VERSION = 1;

    private static final String TABLE = "flyway_schema_history";

    private Schema() {}

    /** Where Flyway connects to. */
    record Target(
            String url, @Nullable String user, @Nullable String password) {}

    /** Creates the schema in a database that lasts as long as its connection. */
    static void createIn(Connection connection) throws SQLException {
        try (var script = Schema.class.getResourceAsStream("/db/sqlite/V1__schema.sql");
                var statement = connection.createStatement()) {
            if (script == null) {
                throw new IllegalStateException("the schema is not in the program");
            }
            statement.executeUpdate(new String(script.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new IllegalStateException("the schema cannot be read", unreadable);
        }
    }

    /**
     * Brings a database to {@link #VERSION}, unless it is there already: looking costs a query, Flyway half a second.
     *
     * @param connection to look with
     * @param target where Flyway connects to
     */
    static void migrate(Connection connection, Dialect dialect, Target target) throws SQLException {
        int version = versionOf(connection, dialect);
        if (version > VERSION) {
            throw new StoreFailure(
                    ErrorCode.STORE_SCHEMA,
                    "the database's schema has version " + version + ", this program knows " + VERSION,
                    null);
        }
        if (version == VERSION) {
            return;
        }
        try {
            Flyway.configure(Schema.class.getClassLoader())
                    .dataSource(target.url(), target.user(), target.password())
                    .locations("classpath:db/" + (dialect == Dialect.SQLITE ? "sqlite" : "postgresql"))
                    .table(TABLE)
                    .validateMigrationNaming(true)
                    .load()
                    .migrate();
        } catch (FlywayException failure) {
            throw new StoreFailure(ErrorCode.STORE_SCHEMA, "the schema could not be migrated", failure);
        }
    }

    /** Refuses a database whose schema is not this program's. */
    static void requireKnown(Connection connection, Dialect dialect) throws SQLException {
        int version = versionOf(connection, dialect);
        if (version != VERSION) {
            throw new StoreFailure(
                    ErrorCode.STORE_SCHEMA,
                    version == 0
                            ? "the database has no schema yet"
                            : "the database's schema has version " + version + ", this program's is " + VERSION,
                    null);
        }
    }

    /** The version of the last migration that succeeded; 0 if there was none, or one failed. */
    private static int versionOf(Connection connection, Dialect dialect) throws SQLException {
        var exists = dialect == Dialect.SQLITE
                ? "select count(*) from sqlite_master where type = 'table' and name = '" + TABLE + "'"
                : "select count(*) from pg_catalog.pg_tables where schemaname = current_schema() and tablename = '"
                        + TABLE + "'";
        if (number(connection, exists) == 0 || number(connection, failedCount(dialect)) > 0) {
            return 0;
        }
        return number(
                connection,
                "select coalesce(max(cast(version as integer)), 0) from " + TABLE + " where version is not null");
    }

    private static String failedCount(Dialect dialect) {
        return "select count(*) from " + TABLE + " where success = " + (dialect == Dialect.SQLITE ? "0" : "false");
    }

    private static int number(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        }
    }
}

package dev.longstop.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A setting by which a PostgreSQL server may lose a commit that it said had happened, as a connection sees it.
 *
 * <p><i>Source</i>: postgresql.org, "Write Ahead Log" under "Server Configuration", and the view {@code pg_settings}.
 *
 * @param name the setting
 * @param value what it is set to
 * @param source who set it so, in PostgreSQL's words: {@code default}, {@code configuration file}, {@code command
 *     line}, {@code database}, {@code user}, {@code database user}, {@code client}
 */
public record PostgresSetting(String name, String value, String source) {

    private static final String DURABILITY = """
            -- store.durability
            select s.name, s.setting, s.source
            from pg_catalog.pg_settings as s
            where s.name in ('fsync', 'full_page_writes', 'synchronous_commit')
            order by s.name
            """;

    private static final Map<String, List<String>> LOSE_COMMITS =
            Map.of("fsync", List.of("off"), "synchronous_commit", List.of("off", "local"));

    /**
     * What counts for the role in its database.
     *
     * <p><i>Errors</i>: {@code StoreFailure} with {@code STORE_UNAVAILABLE}.
     */
    public static List<PostgresSetting> of(PostgresSettings store) {
        var database = new PostgresDatabase(store.url(), store.user(), store.password());
        try (var connection = database.connect()) {
            return read(connection);
        } catch (SQLException failure) {
            throw PostgresFailures.of(failure);
        }
    }

    static List<PostgresSetting> read(Connection connection) throws SQLException {
        var settings = new ArrayList<PostgresSetting>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(DURABILITY)) {
            while (rows.next()) {
                settings.add(new PostgresSetting(rows.getString(1), rows.getString(2), rows.getString(3)));
            }
        }
        return List.copyOf(settings);
    }

    /** Whether a commit may be lost in a crash of the server, so that a store refuses to be opened. */
    public boolean losesCommits() {
        return LOSE_COMMITS.getOrDefault(name, List.of()).contains(value);
    }

    /** Whether a crash of the server, or of its machine, may cost more than what was not yet committed. */
    public boolean isUnsafe() {
        return losesCommits() || (name.equals("full_page_writes") && value.equals("off"));
    }
}

package dev.longstop.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** The next free row ids of one SQLite database: counters that start above what the tables hold. */
final class SqliteIds {

    /** The tables, and the columns that number their rows. */
    private static final Map<String, String> TABLES = Map.of(
            "delivery",
            "id",
            "inbox",
            "seq",
            "job",
            "id",
            "run",
            "id",
            "effect",
            "id",
            "mismatch",
            "id",
            "action",
            "id");

    private final Map<String, Long> last = new HashMap<>();

    /** Raises the counters above what the tables hold; never lowers one. */
    void resync(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (var table : TABLES.entrySet()) {
                try (var rows = statement.executeQuery(
                        "select coalesce(max(" + table.getValue() + "), 0) from " + table.getKey())) {
                    rows.next();
                    last.merge(table.getKey(), rows.getLong(1), Math::max);
                }
            }
        }
    }

    long next(String table) {
        var known = last.get(table);
        if (known == null) {
            throw new IllegalArgumentException("not a table whose ids are counted: " + table);
        }
        last.put(table, known + 1);
        return known + 1;
    }
}

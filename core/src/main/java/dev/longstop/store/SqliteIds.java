package dev.longstop.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The next free row ids of one SQLite database: counters that start above what the tables hold. */
final class SqliteIds {

    private static final List<String> TABLES = List.of("delivery", "job", "run", "effect", "mismatch", "action");

    private final Map<String, Long> last = new HashMap<>();

    /** Raises the counters above what the tables hold; never lowers one. */
    void resync(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (var table : TABLES) {
                try (var rows = statement.executeQuery("select coalesce(max(id), 0) from " + table)) {
                    rows.next();
                    last.merge(table, rows.getLong(1), Math::max);
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

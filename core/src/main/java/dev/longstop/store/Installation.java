package dev.longstop.store;

import dev.longstop.time.Randomness;
import java.sql.SQLException;
import java.util.Map;

/** The random id of an installation: it keeps staging and production apart where their keys meet. */
final class Installation {

    private static final int BYTES = 8;

    private static final String INSERT = """
            -- installation: made once, the first wins
            insert into setting (name, value, changed_at, changed_by)
            values ('installation', :value, :now_ms, 'longstop')
            on conflict (name) do nothing
            """;

    private static final String SELECT = """
            -- installation: read
            select value
            from setting
            where name = 'installation'
            """;

    private Installation() {}

    /** Reads the id, and makes it if there is none yet. */
    static String of(Writer writer, Randomness randomness) throws SQLException {
        try {
            var tx = writer.begin();
            var known = tx.query(SELECT, Map.of(), row -> row.getString(1));
            if (known.isEmpty()) {
                tx.update(INSERT, Map.of("value", randomness.token(BYTES), "now_ms", tx.nowMs()));
                known = tx.query(SELECT, Map.of(), row -> row.getString(1));
            }
            writer.commit();
            return known.get(0);
        } catch (SqlFailure failure) {
            throw failure.sql();
        }
    }
}

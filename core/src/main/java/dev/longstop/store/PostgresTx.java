package dev.longstop.store;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToLongBiFunction;

/** A transaction on PostgreSQL: bulk statements run once, with an array per column (N3). */
final class PostgresTx implements Tx {

    private static final String CLOCK = """
            -- store: the server's clock
            select cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)
            """;

    private static final long UNKNOWN = Long.MIN_VALUE;

    private final Statements statements;
    private final ToLongBiFunction<String, Tx> ids;
    private long nowMs = UNKNOWN;
    private boolean usable = true;
    private volatile boolean expired;

    PostgresTx(Statements statements, ToLongBiFunction<String, Tx> ids) {
        this.statements = statements;
        this.ids = ids;
    }

    @Override
    public Dialect dialect() {
        return Dialect.POSTGRESQL;
    }

    /** Asked for once, when first needed: most reads and some batches need no time. */
    @Override
    public long nowMs() {
        if (nowMs == UNKNOWN) {
            nowMs = query(CLOCK, Map.of(), row -> row.getLong(1)).get(0);
        }
        return nowMs;
    }

    @Override
    public int write(Bulk bulk, List<Object[]> rows) {
        return rows.isEmpty() ? 0 : run(() -> bound(bulk, rows).executeUpdate());
    }

    @Override
    public int[] writeEach(Bulk bulk, List<Object[]> rows) {
        throw new UnsupportedOperationException("one statement writes them all");
    }

    @Override
    public <T> List<T> write(Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
        return query(bulk, rows, reader);
    }

    @Override
    public <T> List<T> query(Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
        return rows.isEmpty()
                ? List.of()
                : run(() -> {
                    try (var result = bound(bulk, rows).executeQuery()) {
                        return Statements.readAll(result, reader, new ArrayList<>());
                    }
                });
    }

    @Override
    public <T> List<T> query(String sql, Map<String, ?> parameters, RowReader<T> reader) {
        return run(() -> statements.query(sql, parameters, reader));
    }

    @Override
    public int update(String sql, Map<String, ?> parameters) {
        return run(() -> statements.update(sql, parameters));
    }

    @Override
    public long nextId(String table) {
        return ids.applyAsLong(table, this);
    }

    @Override
    public <T> T remembered(Class<T> kind, Supplier<T> fresh) {
        throw new UnsupportedOperationException("other nodes write this database, too");
    }

    @Override
    public void afterCommit(Runnable work) {
        throw new UnsupportedOperationException("nothing is remembered between transactions");
    }

    /** Ends the use of this object. Says whether everything in it went well. */
    boolean end() {
        boolean sound = usable;
        usable = false;
        return sound;
    }

    /** Lets no further statement begin. From any thread. */
    void expire() {
        expired = true;
    }

    private PreparedStatement bound(Bulk bulk, List<Object[]> rows) throws SQLException {
        var statement = statements.bulk(bulk, Dialect.POSTGRESQL);
        var columns = bulk.columns();
        for (int c = 0; c < columns.size(); c++) {
            var type = columns.get(c).type();
            var values = type.array(rows.size());
            for (int r = 0; r < values.length; r++) {
                values[r] = rows.get(r)[c];
            }
            statement.setArray(c + 1, statements.connection().createArrayOf(type.postgresql(), values));
        }
        return statement;
    }

    private <T> T run(SqlWork<T> work) {
        if (!usable || expired) {
            throw new IllegalStateException("the transaction failed or is over");
        }
        usable = false;
        try {
            var result = work.run();
            usable = true;
            return result;
        } catch (SQLException failure) {
            throw new SqlFailure(failure);
        }
    }
}

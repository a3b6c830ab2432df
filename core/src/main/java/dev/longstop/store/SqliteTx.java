package dev.longstop.store;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * A transaction on SQLite: bulk statements run once per row.
 *
 * <p>After any failure every further call fails: SQLite may have rolled back behind our back, and what came later would
 * be committed alone (N2).
 */
final class SqliteTx implements Tx {

    private final Statements statements;
    private final long nowMs;
    private final ToLongFunction<String> ids;
    private final Map<Class<?>, Object> memory;
    private final List<Runnable> afterCommit = new ArrayList<>();
    private boolean usable = true;
    private volatile boolean expired;

    SqliteTx(Statements statements, long nowMs, ToLongFunction<String> ids, Map<Class<?>, Object> memory) {
        this.statements = statements;
        this.nowMs = nowMs;
        this.ids = ids;
        this.memory = memory;
    }

    @Override
    public Dialect dialect() {
        return Dialect.SQLITE;
    }

    @Override
    public long nowMs() {
        return nowMs;
    }

    @Override
    public int write(Bulk bulk, List<Object[]> rows) {
        return Arrays.stream(writeEach(bulk, rows)).sum();
    }

    @Override
    public <T> List<T> write(Joint joint, List<List<Object[]>> rows, boolean commits, RowReader<T> reader) {
        throw new UnsupportedOperationException("a commit is no way to another process");
    }

    @Override
    public int[] writeEach(Bulk bulk, List<Object[]> rows) {
        return rows.isEmpty()
                ? new int[0]
                : run(() -> {
                    var statement = statements.bulk(bulk, Dialect.SQLITE);
                    try {
                        for (var row : rows) {
                            bind(statement, row);
                            statement.addBatch();
                        }
                        return statement.executeBatch();
                    } finally {
                        statement.clearBatch();
                    }
                });
    }

    @Override
    public <T> List<T> write(Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
        return query(bulk, rows, reader);
    }

    @Override
    public <T> List<T> query(Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
        return run(() -> {
            var found = new ArrayList<T>();
            var statement = statements.bulk(bulk, Dialect.SQLITE);
            for (var row : rows) {
                bind(statement, row);
                try (var result = statement.executeQuery()) {
                    Statements.readAll(result, reader, found);
                }
            }
            return found;
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
        return ids.applyAsLong(table);
    }

    @Override
    public <T> T remembered(Class<T> kind, Supplier<T> fresh) {
        return kind.cast(memory.computeIfAbsent(kind, absent -> fresh.get()));
    }

    @Override
    public void afterCommit(Runnable work) {
        afterCommit.add(work);
    }

    /** Does what was to be done once it is committed, which it is. */
    void committed() {
        afterCommit.forEach(Runnable::run);
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

    private static void bind(PreparedStatement statement, Object[] row) throws SQLException {
        for (int i = 0; i < row.length; i++) {
            Statements.set(statement, i + 1, row[i]);
        }
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

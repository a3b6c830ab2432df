package dev.longstop.store;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToLongBiFunction;

/**
 * A transaction on PostgreSQL: bulk statements run once, with an array per column (N3).
 *
 * <p>Every way to the server and back costs two changes of process: the clock is asked for with the first statement,
 * and writes that nobody waits for go with what comes next.
 */
final class PostgresTx implements Tx {

    private static final String CLOCK = """
            -- store: the server's clock
            select cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)
            """;

    private static final long UNKNOWN = Long.MIN_VALUE;

    private record Filled(Bulk bulk, List<Object[]> rows) {}

    private final Statements statements;
    private final ToLongBiFunction<String, Tx> ids;
    private final List<Filled> waiting = new ArrayList<>();
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

    /** Asked for once, when first needed or with the first bulk statement. */
    @Override
    public long nowMs() {
        if (nowMs == UNKNOWN) {
            nowMs = query(CLOCK, Map.of(), row -> row.getLong(1)).get(0);
        }
        return nowMs;
    }

    @Override
    public int write(Bulk bulk, List<Object[]> rows) {
        return rows.isEmpty() ? 0 : run(() -> executed(bulk, rows, PreparedStatement::getUpdateCount));
    }

    @Override
    public void writeBy(Bulk bulk, List<Object[]> rows) {
        if (!rows.isEmpty()) {
            run(() -> waiting.add(new Filled(bulk, rows)));
        }
    }

    /** If the connection is lost meanwhile and it committed, the work finds what it wrote when it is done again. */
    @Override
    public <T> List<T> write(Joint joint, List<List<Object[]>> rows, boolean commits, RowReader<T> reader) {
        return run(() -> {
            executeWaiting("");
            var statement = statements.joint(joint, commits ? "; commit" : "");
            int position = 1;
            for (int k = 0; k < rows.size(); k++) {
                position = bind(statement, position, joint.kinds().get(k), rows.get(k));
            }
            statement.execute();
            if (commits) {
                nowMs = UNKNOWN;
            }
            try (var result = statement.getResultSet()) {
                return Statements.readAll(result, reader, new ArrayList<>());
            }
        });
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
                : run(() -> executed(bulk, rows, statement -> {
                    try (var result = statement.getResultSet()) {
                        return Statements.readAll(result, reader, new ArrayList<>());
                    }
                }));
    }

    @Override
    public <T> List<T> query(String sql, Map<String, ?> parameters, RowReader<T> reader) {
        return run(() -> {
            executeWaiting("");
            return statements.query(sql, parameters, reader);
        });
    }

    @Override
    public int update(String sql, Map<String, ?> parameters) {
        return run(() -> {
            executeWaiting("");
            return statements.update(sql, parameters);
        });
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

    /** Commits; what waits goes with it. Only after {@link #end}. */
    void commit() throws SQLException {
        if (waiting.isEmpty()) {
            statements.connection().commit();
        } else {
            executeWaiting("; commit");
        }
    }

    private void executeWaiting(String behind) throws SQLException {
        if (!waiting.isEmpty()) {
            bound(behind).execute();
        }
    }

    /** Reads what a statement gave. */
    private interface Result<T> {
        T of(PreparedStatement statement) throws SQLException;
    }

    /**
     * Executes a statement and what waits, and reads what the statement itself gave. The clock is asked for behind it:
     * whoever waited for a lock has a later time than the one whom it waited for.
     */
    private <T> T executed(Bulk bulk, List<Object[]> rows, Result<T> result) throws SQLException {
        boolean asksClock = nowMs == UNKNOWN;
        waiting.add(new Filled(bulk, rows));
        int before = waiting.size() - 1;
        var statement = bound(asksClock ? ";\n" + CLOCK : "");
        statement.execute();
        for (int i = 0; i < before; i++) {
            statement.getMoreResults();
        }
        var read = result.of(statement);
        if (asksClock) {
            statement.getMoreResults();
            try (var clock = statement.getResultSet()) {
                clock.next();
                nowMs = clock.getLong(1);
            }
        }
        return read;
    }

    /** All that waits as one statement, its values set; nothing waits any more. */
    private PreparedStatement bound(String behind) throws SQLException {
        var bulks = waiting.stream().map(Filled::bulk).toList();
        var statement = statements.bulks(bulks, behind, Dialect.POSTGRESQL);
        int position = 1;
        for (var filled : waiting) {
            position = bind(statement, position, filled.bulk.columns(), filled.rows);
        }
        waiting.clear();
        return statement;
    }

    /** Sets an array for each column, the first at {@code position}; gives the position behind them. */
    private int bind(PreparedStatement statement, int position, List<Bulk.Column> columns, List<Object[]> rows)
            throws SQLException {
        for (int c = 0; c < columns.size(); c++) {
            var type = columns.get(c).type();
            var values = type.array(rows.size());
            for (int r = 0; r < values.length; r++) {
                values[r] = rows.get(r)[c];
            }
            statement.setArray(position + c, statements.connection().createArrayOf(type.postgresql(), values));
        }
        return position + columns.size();
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

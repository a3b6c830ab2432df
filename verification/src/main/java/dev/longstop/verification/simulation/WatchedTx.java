package dev.longstop.verification.simulation;

import dev.longstop.store.Bulk;
import dev.longstop.store.Dialect;
import dev.longstop.store.RowReader;
import dev.longstop.store.Tx;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Writes down which runs were to be settled under which token, and which were; passes everything on unchanged. */
final class WatchedTx implements Tx {

    /** The first line of the statement that settles. Its columns begin with run, token, next state, answers. */
    static final String SETTLE = "-- queue: settle attempts\n";

    /**
     * A run that was to be settled.
     *
     * @param answers how many answers it counts, 0 or 1
     * @param wrote whether the statement wrote it
     */
    record Settle(long runId, long token, int answers, boolean wrote) {}

    private record Written(long runId, long token) {}

    private final Tx tx;
    private final List<Settle> settles = new ArrayList<>();

    WatchedTx(Tx tx) {
        this.tx = tx;
    }

    List<Settle> settles() {
        return List.copyOf(settles);
    }

    @Override
    public <T> List<T> write(Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
        if (!bulk.sql().startsWith(SETTLE)) {
            return tx.write(bulk, rows, reader);
        }
        var written = new HashSet<Written>();
        var values = tx.write(bulk, rows, row -> {
            written.add(new Written(row.getLong(1), row.getLong(2)));
            return reader.read(row);
        });
        for (var row : rows) {
            long runId = (Long) Objects.requireNonNull(row[0]);
            long token = (Long) Objects.requireNonNull(row[1]);
            int answers = (Integer) Objects.requireNonNull(row[3]);
            boolean wrote = written.remove(new Written(runId, token));
            settles.add(new Settle(runId, token, answers, wrote));
        }
        return values;
    }

    @Override
    public Dialect dialect() {
        return tx.dialect();
    }

    @Override
    public long nowMs() {
        return tx.nowMs();
    }

    @Override
    public int write(Bulk bulk, List<Object[]> rows) {
        return tx.write(bulk, rows);
    }

    @Override
    public <T> List<T> query(Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
        return tx.query(bulk, rows, reader);
    }

    @Override
    public <T> List<T> query(String sql, Map<String, ?> parameters, RowReader<T> reader) {
        return tx.query(sql, parameters, reader);
    }

    @Override
    public int update(String sql, Map<String, ?> parameters) {
        return tx.update(sql, parameters);
    }

    @Override
    public long nextId(String table) {
        return tx.nextId(table);
    }
}

package dev.longstop.store;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A transaction that passes everything on to another: what stands before one says only what it does differently.
 *
 * <p>{@link #writeBy} goes through {@link #write(Bulk, List)}, so that whoever watches or breaks writes has them all.
 */
public abstract class ForwardingTx implements Tx {

    /** What everything is passed on to. */
    protected final Tx below;

    /** Before this transaction. */
    protected ForwardingTx(Tx below) {
        this.below = below;
    }

    @Override
    public Dialect dialect() {
        return below.dialect();
    }

    @Override
    public long nowMs() {
        return below.nowMs();
    }

    @Override
    public int write(Bulk bulk, List<Object[]> rows) {
        return below.write(bulk, rows);
    }

    @Override
    public <T> List<T> write(Joint joint, List<List<Object[]>> rows, boolean commits, RowReader<T> reader) {
        return below.write(joint, rows, commits, reader);
    }

    @Override
    public int[] writeEach(Bulk bulk, List<Object[]> rows) {
        return below.writeEach(bulk, rows);
    }

    @Override
    public <T> List<T> write(Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
        return below.write(bulk, rows, reader);
    }

    @Override
    public <T> List<T> query(Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
        return below.query(bulk, rows, reader);
    }

    @Override
    public <T> List<T> query(String sql, Map<String, ?> parameters, RowReader<T> reader) {
        return below.query(sql, parameters, reader);
    }

    @Override
    public int update(String sql, Map<String, ?> parameters) {
        return below.update(sql, parameters);
    }

    @Override
    public long nextId(String table) {
        return below.nextId(table);
    }

    @Override
    public <T> T remembered(Class<T> kind, Supplier<T> fresh) {
        return below.remembered(kind, fresh);
    }

    @Override
    public void afterCommit(Runnable work) {
        below.afterCommit(work);
    }
}

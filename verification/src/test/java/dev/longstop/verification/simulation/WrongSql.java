package dev.longstop.verification.simulation;

import dev.longstop.store.Batch;
import dev.longstop.store.Bulk;
import dev.longstop.store.ForwardingStore;
import dev.longstop.store.ForwardingTx;
import dev.longstop.store.Joint;
import dev.longstop.store.RowReader;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** A planted bug: in one statement, by its name, some words are others. */
final class WrongSql extends ForwardingStore {

    /**
     * What is wrong.
     *
     * @param statement the name of the statement, as its first line has it
     * @param right the words that are replaced; the plant is dead if they are not there
     * @param wrong what stands there instead
     */
    record Edit(String statement, String right, String wrong) {}

    private final Edit edit;
    private final AtomicLong hits;
    private final IdentityHashMap<Batch<?, ?>, Batch<?, ?>> decorated = new IdentityHashMap<>();

    WrongSql(Store below, Edit edit, AtomicLong hits) {
        super(below);
        this.edit = edit;
        this.hits = hits;
    }

    @Override
    public <I, O> CompletionStage<O> submit(Batch<I, O> batch, I item) {
        @SuppressWarnings("unchecked") // Each batch is mapped to its own decorator, of the same types.
        var wrong = (Batch<I, O>) decorated.computeIfAbsent(batch, b -> new WrongBatch<>(batch));
        return below.submit(wrong, item);
    }

    private String wrong(String sql) {
        if (!sql.startsWith("-- " + edit.statement + "\n") || !sql.contains(edit.right)) {
            return sql;
        }
        hits.incrementAndGet();
        return sql.replace(edit.right, edit.wrong);
    }

    private final class WrongBatch<I, O> implements Batch<I, O> {
        private final Batch<I, O> batch;

        WrongBatch(Batch<I, O> batch) {
            this.batch = batch;
        }

        @Override
        public String name() {
            return batch.name();
        }

        @Override
        public Stream stream() {
            return batch.stream();
        }

        @Override
        public List<O> apply(Tx tx, List<I> items) {
            return batch.apply(new WrongTx(tx), items);
        }
    }

    private final class WrongTx extends ForwardingTx {

        WrongTx(Tx tx) {
            super(tx);
        }

        private Bulk wrong(Bulk bulk) {
            return new Bulk(WrongSql.this.wrong(bulk.sql()), bulk.columns());
        }

        @Override
        public int write(Bulk bulk, List<Object[]> rows) {
            return below.write(wrong(bulk), rows);
        }

        @Override
        public <T> List<T> write(Joint joint, List<List<Object[]>> rows, boolean commits, RowReader<T> reader) {
            return below.write(new Joint(WrongSql.this.wrong(joint.sql()), joint.kinds()), rows, commits, reader);
        }

        @Override
        public int[] writeEach(Bulk bulk, List<Object[]> rows) {
            return below.writeEach(wrong(bulk), rows);
        }

        @Override
        public <T> List<T> write(Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
            return below.write(wrong(bulk), rows, reader);
        }

        @Override
        public <T> List<T> query(Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
            return below.query(wrong(bulk), rows, reader);
        }

        @Override
        public <T> List<T> query(String sql, Map<String, ?> parameters, RowReader<T> reader) {
            return below.query(WrongSql.this.wrong(sql), parameters, reader);
        }

        @Override
        public int update(String sql, Map<String, ?> parameters) {
            return below.update(WrongSql.this.wrong(sql), parameters);
        }
    }
}

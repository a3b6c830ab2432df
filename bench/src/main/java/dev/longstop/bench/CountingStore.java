package dev.longstop.bench;

import dev.longstop.store.Batch;
import dev.longstop.store.Bulk;
import dev.longstop.store.CommitObserver;
import dev.longstop.store.Dialect;
import dev.longstop.store.ForwardingStore;
import dev.longstop.store.ForwardingTx;
import dev.longstop.store.Joint;
import dev.longstop.store.RowReader;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A store that counts what is asked of the real one inside its transactions. A statement over many rows counts as often
 * as it is run: once on PostgreSQL, once for each row on SQLite. Begin and commit do not count, nor do rows that are
 * only read.
 */
final class CountingStore extends ForwardingStore {

    private final Tally tally;

    CountingStore(Store store, Tally tally) {
        super(store);
        this.tally = tally;
    }

    /** What was counted; also hears of the commits. */
    static final class Tally implements CommitObserver {

        private final AtomicLong items = new AtomicLong();
        private final AtomicLong commits = new AtomicLong();
        private final AtomicLong statements = new AtomicLong();
        private final AtomicLong rows = new AtomicLong();

        @Override
        public void committed(int count, long nanos) {
            items.addAndGet(count);
            commits.incrementAndGet();
        }

        /** All until now. */
        Counts now(long syncs, long bytes) {
            return new Counts(items.get(), commits.get(), statements.get(), rows.get(), syncs, bytes);
        }
    }

    @Override
    public <I, O> CompletionStage<O> submit(Batch<I, O> batch, I item) {
        return below.submit(new Counted<>(batch, tally), item);
    }

    /** A kind of work whose statements are counted; equal to others of the same kind, so that they share a call. */
    private record Counted<I, O>(Batch<I, O> batch, Tally tally) implements Batch<I, O> {

        @Override
        public String name() {
            return batch.name();
        }

        @Override
        public Stream stream() {
            return batch.stream();
        }

        @Override
        public long bytes(I item) {
            return batch.bytes(item);
        }

        @Override
        public List<O> apply(Tx tx, List<I> items) {
            return batch.apply(new CountedTx(tx, tally), items);
        }
    }

    private static final class CountedTx extends ForwardingTx {

        private final Tally tally;

        CountedTx(Tx tx, Tally tally) {
            super(tx);
            this.tally = tally;
        }

        private void ran(List<Object[]> rows) {
            tally.statements.addAndGet(below.dialect() == Dialect.SQLITE ? rows.size() : Math.min(1, rows.size()));
        }

        @Override
        public int write(Bulk bulk, List<Object[]> rows) {
            ran(rows);
            int written = below.write(bulk, rows);
            tally.rows.addAndGet(written);
            return written;
        }

        /** A row of each kind for each that was returned: every event that is counted has one delivery and one run. */
        @Override
        public <T> List<T> write(Joint joint, List<List<Object[]>> rows, boolean commits, RowReader<T> reader) {
            tally.statements.incrementAndGet();
            var written = below.write(joint, rows, commits, reader);
            tally.rows.addAndGet((long) written.size() * rows.size());
            return written;
        }

        @Override
        public int[] writeEach(Bulk bulk, List<Object[]> rows) {
            ran(rows);
            var written = below.writeEach(bulk, rows);
            tally.rows.addAndGet(Arrays.stream(written).sum());
            return written;
        }

        @Override
        public <T> List<T> write(Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
            ran(rows);
            var written = below.write(bulk, rows, reader);
            tally.rows.addAndGet(written.size());
            return written;
        }

        @Override
        public <T> List<T> query(Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
            ran(rows);
            return below.query(bulk, rows, reader);
        }

        @Override
        public <T> List<T> query(String sql, Map<String, ?> parameters, RowReader<T> reader) {
            tally.statements.incrementAndGet();
            return below.query(sql, parameters, reader);
        }

        @Override
        public int update(String sql, Map<String, ?> parameters) {
            tally.statements.incrementAndGet();
            int written = below.update(sql, parameters);
            tally.rows.addAndGet(written);
            return written;
        }
    }
}

package dev.longstop.verification.suite;

import dev.longstop.store.Batch;
import dev.longstop.store.ForwardingTx;
import dev.longstop.store.Joint;
import dev.longstop.store.RowReader;
import dev.longstop.store.Store;
import dev.longstop.store.StoreFailure;
import dev.longstop.store.Tx;
import dev.longstop.telemetry.ErrorCode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A store whose next writes fail: in the transaction after all statements, or by refusing the item. */
final class Failing implements DecoratedStore {

    private final Store inner;
    private int good;
    private int transactions;
    private int refusals;

    Failing(Store inner) {
        this.inner = inner;
    }

    @Override
    public Store inner() {
        return inner;
    }

    /** The next items are written before anything fails. */
    Failing after(int count) {
        good = count;
        return this;
    }

    /** The next items have all their statements run and are rolled back. */
    Failing transactions(int count) {
        transactions = count;
        return this;
    }

    /** The next items are refused as the database refuses what it cannot hold. */
    Failing refusals(int count) {
        refusals = count;
        return this;
    }

    @Override
    public <I, O> CompletionStage<O> submit(Batch<I, O> batch, I item) {
        if (good > 0) {
            good--;
            return inner.submit(batch, item);
        }
        if (refusals > 0) {
            refusals--;
            return CompletableFuture.failedStage(new StoreFailure(ErrorCode.STORE_REFUSED, "refused by a test", null));
        }
        if (transactions > 0) {
            transactions--;
            return inner.submit(new RolledBack<>(batch), item);
        }
        return inner.submit(batch, item);
    }

    private record RolledBack<I, O>(Batch<I, O> batch) implements Batch<I, O> {
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
            batch.apply(new Uncommitted(tx), items);
            throw new IllegalStateException("rolled back by a test");
        }
    }

    /** Commits nothing on the way: what would stand before the rest is done is rolled back, too. */
    private static final class Uncommitted extends ForwardingTx {

        Uncommitted(Tx tx) {
            super(tx);
        }

        @Override
        public <T> List<T> write(Joint joint, List<List<Object[]>> rows, boolean commits, RowReader<T> reader) {
            return below.write(joint, rows, false, reader);
        }
    }
}

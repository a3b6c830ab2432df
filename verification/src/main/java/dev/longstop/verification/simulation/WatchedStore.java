package dev.longstop.verification.simulation;

import dev.longstop.store.Batch;
import dev.longstop.store.ForwardingStore;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what is committed, in the order in which it was done, and passes everything on unchanged.
 *
 * <p>Stands above the store, and above whatever a test plants there, so that it knows what callers were told; work that
 * was rolled back is not written down. <i>Threads</i>: one.
 */
final class WatchedStore extends ForwardingStore {

    /**
     * A batch whose commit returned.
     *
     * @param batch its name
     * @param outcomes what its items were told
     * @param settles the settling that was tried in it
     * @param superseded the runs whose place newer ones took in it
     * @param nowMs the store's time of its transaction
     */
    record Committed(
            String batch,
            List<@Nullable Object> outcomes,
            List<WatchedTx.Settle> settles,
            List<Long> superseded,
            long nowMs) {}

    /** One time that a batch was applied. */
    private static final class Attempt {
        private final Committed work;
        private boolean committed;

        Attempt(Committed work) {
            this.work = work;
        }
    }

    /** A batch whose outcomes are noted; one for each batch, so that the store still gathers items by kind. */
    private static final class Noted<I, O> implements Batch<I, O> {
        private final Batch<I, O> batch;
        private final WatchedStore watch;

        Noted(Batch<I, O> batch, WatchedStore watch) {
            this.batch = batch;
            this.watch = watch;
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
        public long bytes(I item) {
            return batch.bytes(item);
        }

        @Override
        public List<O> apply(Tx tx, List<I> items) {
            var watched = new WatchedTx(tx);
            var outcomes = batch.apply(watched, items);
            var noted = new ArrayList<@Nullable Object>(outcomes);
            var attempt = new Attempt(
                    new Committed(batch.name(), noted, watched.settles(), watched.superseded(), tx.nowMs()));
            items.forEach(item -> watch.latest.put(item, attempt));
            watch.attempts.add(attempt);
            return outcomes;
        }
    }

    private final IdentityHashMap<Batch<?, ?>, Noted<?, ?>> noted = new IdentityHashMap<>();
    private final IdentityHashMap<Object, Attempt> latest = new IdentityHashMap<>();
    private final List<Attempt> attempts = new ArrayList<>();
    private long submits;

    WatchedStore(Store below) {
        super(below);
    }

    @Override
    public <I, O> CompletionStage<O> submit(Batch<I, O> batch, I item) {
        submits++;
        var answer = new CompletableFuture<O>();
        below.submit(noted(batch), item).whenComplete((outcome, failure) -> {
            if (failure != null) {
                answer.completeExceptionally(failure);
                return;
            }
            var attempt = latest.get(item);
            if (attempt != null) {
                attempt.committed = true;
            }
            answer.complete(outcome);
        });
        return answer;
    }

    private <I, O> Batch<I, O> noted(Batch<I, O> batch) {
        @SuppressWarnings("unchecked") // Each batch is mapped to its own decorator, of the same types.
        var known = (Noted<I, O>) noted.computeIfAbsent(batch, b -> new Noted<>(batch, this));
        return known;
    }

    /** What was committed since the last time this was asked, in order. */
    List<Committed> drain() {
        var drained = attempts.stream()
                .filter(attempt -> attempt.committed)
                .map(attempt -> attempt.work)
                .toList();
        attempts.clear();
        latest.clear();
        return drained;
    }

    /** How many items were handed in so far. */
    long submits() {
        return submits;
    }
}

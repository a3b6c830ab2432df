package dev.longstop.store;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One item that waits for its commit. */
final class Entry<I, O> {

    private final Batch<I, O> batch;
    private final I item;
    private final long bytes;
    private final CompletableFuture<O> answer = new CompletableFuture<>();
    private @Nullable O outcome;

    Entry(Batch<I, O> batch, I item) {
        this.batch = batch;
        this.item = item;
        this.bytes = batch.bytes(item);
    }

    Batch<I, O> batch() {
        return batch;
    }

    long bytes() {
        return bytes;
    }

    CompletableFuture<O> answer() {
        return answer;
    }

    /**
     * Does the work of entries of one kind and keeps their outcomes.
     *
     * @param entries all with {@code batch}
     */
    static <I, O> void apply(Tx tx, Batch<I, O> batch, List<Entry<?, ?>> entries) {
        @SuppressWarnings("unchecked") // The caller gathers entries by their batch, and a batch fixes both types.
        var own = (List<Entry<I, O>>) (List<?>) entries;
        var outcomes = batch.apply(tx, own.stream().map(entry -> entry.item).toList());
        if (outcomes.size() != own.size()) {
            throw new IllegalStateException(
                    "batch " + batch.name() + " gave " + outcomes.size() + " outcomes for " + own.size() + " items");
        }
        for (int i = 0; i < own.size(); i++) {
            own.get(i).outcome = outcomes.get(i);
        }
    }

    /** Tells the caller its outcome. Only after the commit. */
    @SuppressWarnings("NullAway") // An outcome is whatever the batch gave, null included.
    void succeed() {
        answer.complete(outcome);
    }

    /** Tells the caller that its work failed; does nothing if it was told something already. */
    void fail(StoreFailure failure) {
        answer.completeExceptionally(failure);
    }
}

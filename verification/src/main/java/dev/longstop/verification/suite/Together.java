package dev.longstop.verification.suite;

import dev.longstop.store.Batch;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A store that gathers what is handed in until {@link #commit}, and then does it in one batch: what a busy store does
 * by chance, a test does on purpose. All items of one commit are of one kind.
 */
final class Together implements DecoratedStore {

    private record Waiting<I, O>(Batch<I, O> batch, I item, CompletableFuture<O> answer) {}

    private final Store inner;
    private final List<Waiting<?, ?>> waiting = new ArrayList<>();

    Together(Store inner) {
        this.inner = inner;
    }

    @Override
    public Store inner() {
        return inner;
    }

    @Override
    public <I, O> CompletionStage<O> submit(Batch<I, O> batch, I item) {
        var answer = new CompletableFuture<O>();
        waiting.add(new Waiting<>(batch, item, answer));
        return answer;
    }

    /** Does what was gathered, in one call of its batch. */
    CompletableFuture<Void> commit() {
        var gathered = List.copyOf(waiting);
        waiting.clear();
        return commit(gathered);
    }

    @SuppressWarnings("unchecked") // The items of one batch have its types.
    private <I, O> CompletableFuture<Void> commit(List<Waiting<?, ?>> gathered) {
        var batch = (Batch<I, O>) gathered.get(0).batch;
        var items = gathered.stream().map(one -> (I) one.item).toList();
        return inner.submit(new AllAtOnce<>(batch), items)
                .thenAccept(outcomes -> {
                    for (int i = 0; i < gathered.size(); i++) {
                        ((CompletableFuture<O>) gathered.get(i).answer).complete(outcomes.get(i));
                    }
                })
                .toCompletableFuture();
    }

    /** Many items of a batch as one item. */
    private record AllAtOnce<I, O>(Batch<I, O> batch) implements Batch<List<I>, List<O>> {
        @Override
        public String name() {
            return batch.name();
        }

        @Override
        public Stream stream() {
            return batch.stream();
        }

        @Override
        public List<List<O>> apply(Tx tx, List<List<I>> items) {
            return items.stream().map(all -> batch.apply(tx, all)).toList();
        }
    }
}

package dev.longstop.consumer;

import dev.longstop.store.Batch;
import dev.longstop.store.ForwardingStore;
import dev.longstop.store.Store;
import dev.longstop.store.StoreFailure;
import dev.longstop.telemetry.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A store that fails or keeps one waiting when a test says so, and counts what it is asked. */
final class FaultyStore extends ForwardingStore {

    private final List<Runnable> kept = new ArrayList<>();
    private final TreeMap<String, Integer> asked = new TreeMap<>();
    private boolean failing;
    private boolean keeping;

    FaultyStore(Store store) {
        super(store);
    }

    void failing(boolean now) {
        failing = now;
    }

    /** Keeps what it is asked until {@link #goOn}. */
    void keep() {
        keeping = true;
    }

    void goOn() {
        keeping = false;
        List.copyOf(kept).forEach(Runnable::run);
        kept.clear();
    }

    /** How often it was asked for a kind of work. */
    int asked(String batch) {
        return asked.getOrDefault(batch, 0);
    }

    @Override
    public <I, O> CompletionStage<O> submit(Batch<I, O> batch, I item) {
        asked.merge(batch.name(), 1, Integer::sum);
        if (failing) {
            return CompletableFuture.failedFuture(new StoreFailure(ErrorCode.STORE_UNAVAILABLE, "planted", null));
        }
        if (!keeping) {
            return below.submit(batch, item);
        }
        var later = new CompletableFuture<O>();
        kept.add(() -> {
            var unused = below.submit(batch, item).whenComplete((outcome, failure) -> {
                if (failure == null) {
                    later.complete(outcome);
                } else {
                    later.completeExceptionally(failure);
                }
            });
        });
        return later;
    }
}

package dev.longstop.verification.suite;

import dev.longstop.store.Batch;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds a store's commits up, so that what is handed in meanwhile waits together. */
final class Gate implements Batch<String, String> {

    private static final long HOLD_SECONDS_MAX = 20;

    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);
    private final CompletableFuture<String> passed;

    private Gate(Store store) {
        this.passed = store.submit(this, "gate").toCompletableFuture();
    }

    /** Holds up the commits of a store, and returns once they are. */
    static Gate hold(Store store) throws InterruptedException {
        var gate = new Gate(store);
        if (!gate.reached.await(HOLD_SECONDS_MAX, TimeUnit.SECONDS)) {
            throw new AssertionError("the gate was not reached");
        }
        return gate;
    }

    /** Lets the commits go on. */
    void open() {
        opened.countDown();
        passed.join();
    }

    @Override
    public String name() {
        return "gate";
    }

    @Override
    public List<String> apply(Tx tx, List<String> items) {
        reached.countDown();
        try {
            if (!opened.await(HOLD_SECONDS_MAX, TimeUnit.SECONDS)) {
                throw new AssertionError("the gate was not opened");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return items;
    }
}

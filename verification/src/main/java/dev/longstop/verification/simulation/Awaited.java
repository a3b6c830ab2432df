package dev.longstop.verification.simulation;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * An answer to come, for callers that wait for it and for callers that do not; in either case everything else goes on.
 */
final class Awaited<T> extends CompletableFuture<T> {

    private final Blocking blocking;
    private final Life life;

    Awaited(Blocking blocking, Life life) {
        this.blocking = blocking;
        this.life = life;
    }

    /** What is made from it can be waited for in the same way. */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new Awaited<>(blocking, life);
    }

    @Override
    public T join() {
        blocking.await(life, this::isDone);
        return super.join();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        blocking.await(life, this::isDone);
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException {
        return get();
    }
}

package dev.longstop.consumer;

import dev.longstop.loop.Wake;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What the store was asked, and is looked at in turns instead of being waited for. */
final class Reply<T> {

    private final CompletableFuture<T> asked;

    /** A reply that wakes when it is there. */
    Reply(CompletionStage<T> stage, Wake wake) {
        asked = stage.toCompletableFuture();
        // The wake-up must come after the stage is done, so it hangs on it, and the result is looked up there and not
        // here.
        var unused = asked.whenComplete((value, failure) -> wake.up());
    }

    /** Whether it is there. */
    boolean came() {
        return asked.isDone();
    }

    /**
     * Waits until it is there; for workers, which may wait.
     *
     * @return false if it did not come in time, or the thread was interrupted, which stays so
     */
    boolean within(long ms) {
        try {
            asked.get(ms, TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            // That is an answer too.
            return true;
        } catch (TimeoutException late) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        return true;
    }

    /** Why there is no value; only to be asked once it came. */
    Optional<Throwable> failure() {
        try {
            asked.join();
            return Optional.empty();
        } catch (CompletionException failure) {
            return Optional.of(failure.getCause() == null ? failure : failure.getCause());
        }
    }

    /** The value; only to be asked once it came without failure. */
    T value() {
        return asked.join();
    }
}

package dev.longstop.verification.suite;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what a store answers. */
final class Answers {

    private static final long DEADLINE_S = 30;

    private Answers() {}

    /** The answer; fails as the stage failed, or after half a minute. */
    static <T> T of(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(DEADLINE_S, TimeUnit.SECONDS);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(failure);
        } catch (TimeoutException late) {
            throw new IllegalStateException("the store did not answer in time", late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** The answers in their order. */
    static <T> List<T> of(List<? extends CompletionStage<T>> stages) {
        return stages.stream().map(Answers::of).toList();
    }
}

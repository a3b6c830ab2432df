package dev.longstop.store;

import dev.longstop.telemetry.ErrorCode;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Waits for what the store was asked to write. For threads that may block. */
public final class Committed {

    private static final long DEADLINE_MS = 60_000;

    private Committed() {}

    /** The outcome. Errors: {@link StoreFailure} if nothing was written, or if it is not known in time. */
    public static <T> T wait(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture()
                    .orTimeout(DEADLINE_MS, TimeUnit.MILLISECONDS)
                    .join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof StoreFailure known) {
                throw known;
            }
            throw new StoreFailure(ErrorCode.STORE_UNAVAILABLE, "the store did not answer", failure);
        }
    }
}

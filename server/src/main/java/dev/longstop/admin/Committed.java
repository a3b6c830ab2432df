package dev.longstop.admin;

import dev.longstop.store.StoreFailure;
import dev.longstop.telemetry.ErrorCode;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Waits until what was ordered is committed. */
final class Committed {

    private static final long COMMIT_MS = 30_000;

    private Committed() {}

    /** What came of it; fails with {@link StoreFailure} if it could not be written, or not in time. */
    static <T> T of(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture()
                    .orTimeout(COMMIT_MS, TimeUnit.MILLISECONDS)
                    .join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof StoreFailure known) {
                throw known;
            }
            throw new StoreFailure(ErrorCode.STORE_UNAVAILABLE, "the order could not be written in time", failure);
        }
    }
}

package dev.longstop.store;

import dev.longstop.telemetry.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The store could not do what was asked; nothing of the item was written.
 *
 * <p>One exception: where a connection is lost, or a disk fails, while a commit is under way, nobody knows. That is
 * {@code STORE_UNAVAILABLE}, and the work is such that it can be handed in again: keys are unique, leases are fenced.
 */
public final class StoreFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    public StoreFailure(ErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** Which failure: its page is {@code docs/errors/<code>.md}. */
    public ErrorCode code() {
        return code;
    }
}

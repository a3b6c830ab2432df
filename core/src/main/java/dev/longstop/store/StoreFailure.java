package dev.longstop.store;

import dev.longstop.telemetry.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The store could not do what was asked; nothing of the item was written.
 *
 * <p>Two exceptions. What a batch commits on the way ({@link Tx#write(Joint, java.util.List, boolean, RowReader)})
 * stands even if the rest of it fails. And where a connection is lost, or a disk fails, while a commit is under way,
 * nobody knows: that is {@code STORE_UNAVAILABLE}. The work is such that it can be handed in again: keys are unique,
 * leases are fenced.
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

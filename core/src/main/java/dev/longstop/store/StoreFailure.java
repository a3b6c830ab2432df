package dev.longstop.store;

import dev.longstop.telemetry.ErrorCode;
import org.jspecify.annotations.Nullable;

/** The store could not do what was asked; nothing of the item was written. */
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

package dev.longstop.app;

import dev.longstop.config.Listen;

/** The program could not listen where it was told to. Its code is {@code LISTEN_FAILED}. */
public final class ListenFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ListenFailure(String key, Listen listen, Throwable cause) {
        super("cannot listen on " + listen + " (" + key + "): " + cause.getMessage(), cause);
    }
}

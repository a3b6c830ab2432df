package dev.longstop.agent;

import java.util.concurrent.CompletableFuture;

/**
 * The end of the right to go on with an attempt.
 *
 * <p><i>Threads</i>: safe.
 */
public final class Revocation {

    /** Why an attempt must end. */
    public enum Reason {
        /** The lease was lost: someone else may do the work, and nothing that this attempt says counts any more. */
        LEASE_LOST,
        /** The program stops and the time to drain is over. */
        STOPPING,
        /** A person cancelled the run. */
        CANCELLED
    }

    private final CompletableFuture<Reason> reason = new CompletableFuture<>();

    /** Ends the right, for the first reason given. */
    public void revoke(Reason why) {
        reason.complete(why);
    }

    /** Completes with the reason when the right ends; never fails. */
    public CompletableFuture<Reason> reason() {
        return reason.copy();
    }

    /** Whether the right has ended. */
    public boolean revoked() {
        return reason.isDone();
    }
}

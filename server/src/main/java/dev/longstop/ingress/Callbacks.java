package dev.longstop.ingress;

import java.util.concurrent.CompletionStage;

/** Who listens to what agents say of their runs from outside. */
@FunctionalInterface
public interface Callbacks {

    /**
     * Takes a callback.
     *
     * @param runId the run that it names
     * @param token what it showed
     * @param body what it says
     * @return completes after the commit; fails with {@code StoreFailure} if nothing was written
     */
    CompletionStage<Heard> hear(long runId, String token, byte[] body);

    /** What came of a callback. */
    enum Heard {
        /** It decided about the run. */
        TAKEN,
        /** The run had ended before, perhaps by this very callback. */
        LATE,
        /** There is no such run, or the token is not its own. */
        UNKNOWN,
        /** It does not say how the work ended. */
        UNUSABLE
    }
}

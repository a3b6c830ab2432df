package dev.longstop.agent;

import dev.longstop.queue.Busy;
import dev.longstop.queue.Ending;
import dev.longstop.queue.Interrupted;
import dev.longstop.queue.RetrySettings;

/**
 * What a run starts. One instance per configured agent.
 *
 * <p><i>Threads</i>: {@link #run} blocks its caller, and is called by as many threads at once as {@link #concurrency}
 * says.
 */
public interface Agent {

    /** Its name in the configuration. */
    String name();

    /** Attempts in progress at once. */
    int concurrency();

    /** Attempts in progress at once as things stand now: never more than {@link #concurrency}; does not block. */
    default int room() {
        return concurrency();
    }

    /**
     * How long an attempt may take, in milliseconds. The agent itself ends an attempt then; one that comes back a
     * good while later still is taken for hung, and its run is tried again (W3).
     */
    long timeoutMs();

    /** How often and when it is tried again. */
    RetrySettings retry();

    /** What becomes of a run whose attempt was cut off. */
    default Interrupted interrupted() {
        return Interrupted.RETRY;
    }

    /** What new work of a lane does to older. */
    default Busy busy() {
        return Busy.QUEUE;
    }

    /**
     * Does one attempt, and returns when it is over, or soon after its right to go on was revoked. Never throws for
     * what an agent does; an exception is a bug.
     *
     * @return how it ended; {@link Ending.Released} where it was given up because of a revocation
     */
    Ending run(Assignment assignment);
}

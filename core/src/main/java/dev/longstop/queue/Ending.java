package dev.longstop.queue;

import java.util.Optional;
import java.util.OptionalInt;

/** How an attempt ended, as its consumer saw it. */
public sealed interface Ending {

    /** What an agent left: a short word for people, an exit code where there is one, and the end of its output. */
    record Report(String outcome, OptionalInt exitCode, String result, boolean cut) {}

    /** The work is done. */
    record Done(Report report) implements Ending {}

    /**
     * An answer that calls for another attempt, if any is left.
     *
     * @param retryAfterMs the least delay that was asked for, in milliseconds
     */
    record Retry(Report report, Optional<Long> retryAfterMs) implements Ending {}

    /** An answer that no further attempt would change. */
    record Dead(Report report) implements Ending {}

    /** The attempt was given up by us, at a stop: due again at once, counted neither as attempt nor as lapse. */
    record Released(String why) implements Ending {}
}

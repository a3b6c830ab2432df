package dev.longstop.queue;

import dev.longstop.time.Randomness;
import java.util.Optional;
import java.util.OptionalInt;

/** How an attempt ended, as its consumer saw it. */
public sealed interface Ending {

    /**
     * What becomes of the run: the pure rule of retrying.
     *
     * @param attempts answers had before this one
     */
    Next next(int attempts, RetrySettings retry, Randomness randomness);

    /** The work is done, with a result. */
    static Ending done(String result) {
        return new Done(new Report("done", OptionalInt.empty(), result, false));
    }

    /** The work is to be tried again, as often as the agent's settings say; {@code why} is a few words for people. */
    static Ending retry(String why) {
        return new Retry(new Report(why, OptionalInt.empty(), "", false), Optional.empty());
    }

    /** No further attempt would do it; {@code why} is a few words for people. */
    static Ending dead(String why) {
        return new Dead(new Report(why, OptionalInt.empty(), "", false));
    }

    /** What an agent left: a short word for people, an exit code where there is one, and the end of its output. */
    record Report(String outcome, OptionalInt exitCode, String result, boolean cut) {}

    /** The work is done. */
    record Done(Report report) implements Ending {
        @Override
        public Next next(int attempts, RetrySettings retry, Randomness randomness) {
            return new Next(RunState.DONE, 1, 0, Optional.of(report));
        }
    }

    /**
     * An answer that calls for another attempt, if any is left.
     *
     * @param retryAfterMs the least delay that was asked for, in milliseconds
     */
    record Retry(Report report, Optional<Long> retryAfterMs) implements Ending {
        @Override
        public Next next(int attempts, RetrySettings retry, Randomness randomness) {
            if (attempts + 1 >= retry.attemptsMax()) {
                return new Next(RunState.DEAD, 1, 0, Optional.of(report));
            }
            long delayMs = Backoff.delayMs(retry, attempts, retryAfterMs, randomness);
            return new Next(RunState.PENDING, 1, delayMs, Optional.of(report));
        }
    }

    /** An answer that no further attempt would change. */
    record Dead(Report report) implements Ending {
        @Override
        public Next next(int attempts, RetrySettings retry, Randomness randomness) {
            return new Next(RunState.DEAD, 1, 0, Optional.of(report));
        }
    }

    /**
     * The agent took the work on, and says later how it went.
     *
     * @param forMs how long that is waited for, in milliseconds
     * @param job the row of the job that decides; empty where a callback does
     */
    record Waiting(Report report, long forMs, Optional<Long> job) implements Ending {
        @Override
        public Next next(int attempts, RetrySettings retry, Randomness randomness) {
            return new Next(RunState.WAITING, 1, forMs, Optional.of(report), job);
        }
    }

    /** What was begun may have happened, and nobody can tell: a person decides. */
    record Uncertain(Report report) implements Ending {
        @Override
        public Next next(int attempts, RetrySettings retry, Randomness randomness) {
            return new Next(RunState.UNCERTAIN, 1, 0, Optional.of(report));
        }
    }

    /** The attempt was given up by us, at a stop, and may have done things that must not be done twice: held. */
    record Interrupted() implements Ending {
        @Override
        public Next next(int attempts, RetrySettings retry, Randomness randomness) {
            return new Next(RunState.HELD, 0, 0, Optional.empty());
        }
    }

    /** The attempt was given up by us, at a stop: due again at once, counted neither as attempt nor as lapse. */
    record Released(String why) implements Ending {
        @Override
        public Next next(int attempts, RetrySettings retry, Randomness randomness) {
            return new Next(RunState.PENDING, 0, 0, Optional.empty());
        }
    }
}

package dev.longstop.queue;

import java.util.Optional;

/**
 * What becomes of a run after an attempt.
 *
 * @param state where it stands next: pending, waiting, held, or over
 * @param answers answers to add: 1, or 0 where the attempt was given up by us
 * @param delayMs until it is due again, or for how long a word from outside is waited for, in milliseconds; 0 where it
 *     is held or over
 * @param report what the agent left; empty where it left nothing
 * @param job the row of the job that decides; empty where none does
 */
public record Next(RunState state, int answers, long delayMs, Optional<Ending.Report> report, Optional<Long> job) {

    /** What becomes of a run that no job decides about. */
    Next(RunState state, int answers, long delayMs, Optional<Ending.Report> report) {
        this(state, answers, delayMs, report, Optional.empty());
    }
}

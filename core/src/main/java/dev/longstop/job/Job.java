package dev.longstop.job;

import java.util.Optional;

/**
 * One generation of one remote piece of work.
 *
 * @param id its row; {@link #UNBORN} before it has one
 * @param key the job
 * @param generation our ordinal, from 1
 * @param epoch the platform's own name for the generation, set on first sight
 * @param openedAtMs when the generation was opened, in epoch milliseconds of the store's time
 * @param ownership whose it is
 * @param agent the agent that started it, where one did
 * @param askWith what is needed to ask for it, as a JSON object
 * @param standing what is held to be true of it
 * @param tally what was counted of it
 * @param superseded whether a newer generation was opened before it came to an outcome: over, without effects
 * @param endedAtMs when it was over for us
 * @param nextAskAtMs when it is to be asked for
 * @param version raised by every merge
 */
public record Job(
        long id,
        JobKey key,
        int generation,
        Optional<Epoch> epoch,
        long openedAtMs,
        Ownership ownership,
        Optional<String> agent,
        String askWith,
        Standing standing,
        Tally tally,
        boolean superseded,
        Optional<Long> endedAtMs,
        Optional<Long> nextAskAtMs,
        long version) {

    /** The id of a job without a row. */
    public static final long UNBORN = 0;

    /** The first generation of a job that nobody knew. */
    static Job unknown(Observation observation, long nowMs) {
        var stranger = observation.stranger();
        return new Job(
                UNBORN,
                observation.job(),
                1,
                Optional.empty(),
                nowMs,
                stranger.ownership(),
                Optional.empty(),
                stranger.askWith(),
                Standing.UNKNOWN,
                Tally.NONE,
                false,
                Optional.empty(),
                stranger.ownership() == Ownership.FOREIGN ? Optional.empty() : Optional.of(nowMs),
                0);
    }

    /** Where it stands. */
    public JobState state() {
        return standing.state();
    }

    /** Whether nothing more is to come: an outcome, or a newer generation took its place. */
    public boolean over() {
        return endedAtMs.isPresent();
    }

    /** The next generation, of which nothing is known. */
    Job next(Optional<Epoch> named, long nowMs) {
        return new Job(
                UNBORN,
                key,
                generation + 1,
                named,
                nowMs,
                ownership,
                agent,
                askWith,
                Standing.UNKNOWN,
                Tally.NONE,
                false,
                Optional.empty(),
                ownership == Ownership.FOREIGN ? Optional.empty() : Optional.of(nowMs),
                0);
    }

    /** The same with a row. */
    Job withId(long row) {
        return new Job(
                row,
                key,
                generation,
                epoch,
                openedAtMs,
                ownership,
                agent,
                askWith,
                standing,
                tally,
                superseded,
                endedAtMs,
                nextAskAtMs,
                version);
    }

    /** The same, with the platform's own name for the generation if it had none. */
    Job named(Optional<Epoch> name) {
        return new Job(
                id,
                key,
                generation,
                epoch.or(() -> name),
                openedAtMs,
                ownership,
                agent,
                askWith,
                standing,
                tally,
                superseded,
                endedAtMs,
                nextAskAtMs,
                version);
    }

    /** The same with another count. */
    Job with(Tally other) {
        return new Job(
                id,
                key,
                generation,
                epoch,
                openedAtMs,
                ownership,
                agent,
                askWith,
                standing,
                other,
                superseded,
                endedAtMs,
                nextAskAtMs,
                version);
    }

    /** The same with another standing; an outcome ends it. */
    Job with(Standing other, long nowMs) {
        boolean ends = other.state().outcome();
        return new Job(
                id,
                key,
                generation,
                epoch,
                openedAtMs,
                ownership,
                agent,
                askWith,
                other,
                tally,
                superseded,
                ends ? endedAtMs.or(() -> Optional.of(nowMs)) : endedAtMs,
                ends ? Optional.empty() : nextAskAtMs,
                version);
    }

    /** The same, to be asked for now, unless that is over or nobody's business. */
    Job askedFor(long nowMs) {
        boolean ask = !over() && ownership != Ownership.FOREIGN;
        return new Job(
                id,
                key,
                generation,
                epoch,
                openedAtMs,
                ownership,
                agent,
                askWith,
                standing,
                tally,
                superseded,
                endedAtMs,
                ask ? Optional.of(nowMs) : nextAskAtMs,
                version);
    }

    /** The same, closed by a newer generation. */
    Job superseded(long nowMs) {
        return new Job(
                id,
                key,
                generation,
                epoch,
                openedAtMs,
                ownership,
                agent,
                askWith,
                standing,
                tally,
                true,
                Optional.of(nowMs),
                Optional.empty(),
                version);
    }
}

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
 * @param custody whose it is, and what is needed to ask for it
 * @param standing what is held to be true of it
 * @param tally what was counted of it
 * @param agenda what is still to happen with it
 * @param superseded whether a newer generation was opened before it came to an outcome: over, without effects
 * @param endedAtMs when it was over for us
 * @param version raised by every merge
 */
public record Job(
        long id,
        JobKey key,
        int generation,
        Optional<Epoch> epoch,
        long openedAtMs,
        Custody custody,
        Standing standing,
        Tally tally,
        Agenda agenda,
        boolean superseded,
        Optional<Long> endedAtMs,
        long version) {

    /** The id of a job without a row. */
    public static final long UNBORN = 0;

    /** The first generation of a job that nobody knew. */
    static Job unknown(Observation observation, long nowMs, MergeSettings settings) {
        var custody = Custody.of(observation.stranger(), nowMs);
        return new Job(
                UNBORN,
                observation.job(),
                1,
                Optional.empty(),
                nowMs,
                custody,
                Standing.UNKNOWN,
                Tally.NONE,
                Agenda.opened(custody, nowMs, settings),
                false,
                Optional.empty(),
                0);
    }

    /** Where it stands. */
    public JobState state() {
        return standing.state();
    }

    /** Whose it is. */
    public Ownership ownership() {
        return custody.ownership();
    }

    /** The agent that started it, where one did. */
    public Optional<String> agent() {
        return custody.agent();
    }

    /** When it is to be asked for. */
    public Optional<Long> nextAskAtMs() {
        return agenda.nextAskAtMs();
    }

    /** Whether nothing more is to come: an outcome, or a newer generation took its place. */
    public boolean over() {
        return endedAtMs.isPresent();
    }

    /** The next generation, of which nothing is known. */
    Job next(Optional<Epoch> named, long nowMs, MergeSettings settings) {
        var same = custody.startedAt(nowMs);
        return new Job(
                UNBORN,
                key,
                generation + 1,
                named,
                nowMs,
                same,
                Standing.UNKNOWN,
                Tally.NONE,
                Agenda.opened(same, nowMs, settings),
                false,
                Optional.empty(),
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
                custody,
                standing,
                tally,
                agenda,
                superseded,
                endedAtMs,
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
                custody,
                standing,
                tally,
                agenda,
                superseded,
                endedAtMs,
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
                custody,
                standing,
                other,
                agenda,
                superseded,
                endedAtMs,
                version);
    }

    /** The same with another agenda. */
    Job with(Agenda other) {
        return new Job(
                id,
                key,
                generation,
                epoch,
                openedAtMs,
                custody,
                standing,
                tally,
                other,
                superseded,
                endedAtMs,
                version);
    }

    /** The same in other hands. */
    Job with(Custody other) {
        return new Job(
                id, key, generation, epoch, openedAtMs, other, standing, tally, agenda, superseded, endedAtMs, version);
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
                custody,
                other,
                tally,
                ends ? agenda.asking(Optional.empty()) : agenda,
                superseded,
                ends ? endedAtMs.or(() -> Optional.of(nowMs)) : endedAtMs,
                version);
    }

    /** The same, to be asked for now, unless that is over or nobody's business. */
    Job askedFor(long nowMs) {
        return !over() && custody.followed() ? with(agenda.asking(Optional.of(nowMs))) : this;
    }

    /** The same, closed by a newer generation. */
    Job superseded(long nowMs) {
        return new Job(
                id,
                key,
                generation,
                epoch,
                openedAtMs,
                custody,
                standing,
                tally,
                agenda.asking(Optional.empty()),
                true,
                Optional.of(nowMs),
                version);
    }
}

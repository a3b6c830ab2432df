package dev.longstop.job;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What an observation says of a job.
 *
 * @param state the state that the platform's words stand for
 * @param sequence what orders it among others, where there is such a thing
 * @param raw the platform's own words, as a JSON object
 * @param flags what comes with the state: {@code partial}, {@code cancelling}, {@code archived}
 * @param attention what somebody should do, where that is so
 * @param finishedAtMs when the platform says that it ended, in epoch milliseconds of the platform's clock
 * @param result what the work left
 * @param unmapped whether the platform's word is not known: such a job is taken as running, and somebody is told
 * @param last whether nothing can be read of it ever again: a job that is lost for good
 */
public record Seen(
        JobState state,
        Optional<Sequence> sequence,
        String raw,
        Set<String> flags,
        Optional<String> attention,
        Optional<Long> finishedAtMs,
        Optional<String> result,
        boolean unmapped,
        boolean last) {

    public Seen {
        flags = Set.copyOf(flags);
        if (unmapped && state != JobState.RUNNING) {
            throw new IllegalArgumentException("a job in a state without a name is taken as running");
        }
    }

    /** A state and nothing else. */
    public static Seen of(JobState state) {
        return new Seen(
                state,
                Optional.empty(),
                "{}",
                Set.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                false);
    }

    /** A word that the platform's data do not list. */
    public static Seen unmapped(String raw) {
        return new Seen(
                JobState.RUNNING,
                Optional.empty(),
                raw,
                Set.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                true,
                false);
    }

    /** The same with a sequence. */
    public Seen at(Sequence when) {
        return new Seen(state, Optional.of(when), raw, flags, attention, finishedAtMs, result, unmapped, last);
    }

    /** The same as another state with one flag more. */
    Seen as(JobState other, String flag) {
        var more = new HashSet<>(flags);
        more.add(flag);
        return new Seen(other, sequence, raw, more, attention, finishedAtMs, result, false, last);
    }
}

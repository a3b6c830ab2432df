package dev.longstop.job;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What is held to be true of a generation: what the last adopted observation said.
 *
 * @param state where it stands
 * @param sequence the newest sequence that was adopted
 * @param decidedBy the channel that said so
 * @param raw the platform's own words, as a JSON object
 * @param flags what comes with the state
 * @param attention what somebody should do
 * @param finishedAtMs when the platform says that it ended, by the platform's clock
 * @param result what the work left
 * @param lostSinceMs since when the platform does not know it, while that is so
 */
public record Standing(
        JobState state,
        Optional<Sequence> sequence,
        Optional<Channel> decidedBy,
        String raw,
        Set<String> flags,
        Optional<String> attention,
        Optional<Long> finishedAtMs,
        Optional<String> result,
        Optional<Long> lostSinceMs) {

    /** Nothing is known. */
    static final Standing UNKNOWN = new Standing(
            JobState.UNKNOWN,
            Optional.empty(),
            Optional.empty(),
            "{}",
            Set.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    public Standing {
        flags = Set.copyOf(flags);
    }

    /** What an adopted observation makes of it; a sequence stays until a newer one comes. */
    Standing adopting(Seen seen, Channel channel, Optional<Long> lostSince) {
        return new Standing(
                seen.state(),
                seen.sequence().or(() -> sequence),
                Optional.of(channel),
                seen.raw(),
                seen.flags(),
                seen.attention(),
                seen.finishedAtMs().or(() -> finishedAtMs),
                seen.result().or(() -> result),
                lostSince);
    }

    /** The same state with what was missing filled in. */
    Standing fillingIn(Seen seen) {
        var all = new HashSet<>(flags);
        all.addAll(seen.flags());
        return new Standing(
                state,
                sequence.or(seen::sequence),
                decidedBy,
                raw,
                all,
                attention.or(seen::attention),
                finishedAtMs.or(seen::finishedAtMs),
                result.or(seen::result),
                lostSinceMs);
    }

    /** The same, not known to the platform since an instant. */
    Standing lostSince(long sinceMs) {
        return new Standing(
                state, sequence, decidedBy, raw, flags, attention, finishedAtMs, result, Optional.of(sinceMs));
    }
}

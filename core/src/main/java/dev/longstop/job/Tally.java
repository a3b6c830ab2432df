package dev.longstop.job;

import java.util.Optional;

/**
 * What was counted of a generation.
 *
 * @param observations how many were kept; the number of the last one
 * @param contradictions outcomes that differed from the one that stands
 * @param firstPushAtMs when the first push was merged, in epoch milliseconds of the store's time
 * @param outcomePushAtMs when a push first brought an outcome
 */
public record Tally(
        int observations, int contradictions, Optional<Long> firstPushAtMs, Optional<Long> outcomePushAtMs) {

    static final Tally NONE = new Tally(0, 0, Optional.empty(), Optional.empty());

    Tally counting(Observation observation, long nowMs) {
        boolean push = observation.channel() == Channel.PUSH;
        boolean outcome =
                push && observation.seen().map(seen -> seen.state().outcome()).orElse(false);
        return new Tally(
                observations + 1,
                contradictions,
                firstPushAtMs.or(() -> push ? Optional.of(nowMs) : Optional.empty()),
                outcomePushAtMs.or(() -> outcome ? Optional.of(nowMs) : Optional.empty()));
    }

    Tally contradicted() {
        return new Tally(observations, contradictions + 1, firstPushAtMs, outcomePushAtMs);
    }
}

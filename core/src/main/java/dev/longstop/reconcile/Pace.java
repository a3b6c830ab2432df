package dev.longstop.reconcile;

import dev.longstop.platform.Platform.Cadence;
import dev.longstop.time.Randomness;
import java.util.List;
import java.util.Optional;

/** When a job that is not over is to be asked for again: a pure rule (R15). All times in milliseconds. */
final class Pace {

    private static final double GROWTH = 1.5;
    private static final int GROWTHS_MAX = 40;

    private Pace() {}

    /**
     * What is known when the next ask is planned.
     *
     * @param asks how often it was asked for
     * @param sinceNudgeMs how long ago a push said "look now"
     * @param hintMs when the platform wants to be asked again
     * @param notBeforeMs before when it does not want to be asked again: {@code Retry-After}
     */
    record Asked(int asks, Optional<Long> sinceNudgeMs, Optional<Long> hintMs, Optional<Long> notBeforeMs) {}

    /**
     * The wait until the next ask. It grows from the platform's first interval to its longest, and never beyond that of
     * five minutes and a third of what results are kept for; a nudge is followed by looks of its own; jitter shortens,
     * never lengthens.
     */
    static long nextMs(Cadence cadence, Asked asked, Randomness randomness) {
        long longest = cadence.longestMs();
        double grown = cadence.firstMs() * Math.pow(GROWTH, Math.min(Math.max(0, asked.asks - 1), GROWTHS_MAX));
        long least = asked.asks <= 1 ? 0 : cadence.minMs();
        long wait = Math.min(longest, Math.max(least, (long) Math.min(grown, (double) longest)));
        wait = Math.max(wait, Math.min(asked.hintMs.orElse(0L), Cadence.CAP_MS));
        wait -= randomness.below(Math.max(1, wait / 10));
        wait = Math.min(
                wait, untilNextLook(cadence.nudgeMs(), asked.sinceNudgeMs).orElse(wait));
        return Math.max(Math.max(1, wait), asked.notBeforeMs.orElse(0L));
    }

    /** How long after a nudge its last look comes. */
    static long nudgedForMs(Cadence cadence) {
        return cadence.nudgeMs().stream().mapToLong(Long::longValue).sum();
    }

    private static Optional<Long> untilNextLook(List<Long> waits, Optional<Long> sinceNudgeMs) {
        if (sinceNudgeMs.isEmpty()) {
            return Optional.empty();
        }
        long at = 0;
        for (long wait : waits) {
            at += wait;
            if (at > sinceNudgeMs.get()) {
                return Optional.of(at - sinceNudgeMs.get());
            }
        }
        return Optional.empty();
    }
}

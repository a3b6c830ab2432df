package dev.longstop.job;

import java.util.Set;

/**
 * Bounds of the merge, for the jobs of one platform; all times in milliseconds.
 *
 * @param lostAfterMs how long the platform may not know a job before it is expired
 * @param lagMs how long after an outcome a read must have begun to prove that work goes on again
 * @param slaMs how long a job may take from its start to our knowledge of its outcome
 * @param rescueGraceMs how long a push may be late before an outcome that a poll found counts as a rescue
 * @param nudgeMs for how long after a nudge a poll counts as caused by it
 * @param pushed the outcomes that the platform announces to us by itself; empty where it announces nothing
 */
public record MergeSettings(
        long lostAfterMs, long lagMs, long slaMs, long rescueGraceMs, long nudgeMs, Set<JobState> pushed) {

    /** Seven days until it is lost, a minute of lag, five minutes from start to outcome; nothing is pushed. */
    public static final MergeSettings DEFAULT =
            new MergeSettings(7L * 24 * 3_600_000, 60_000, 300_000, 120_000, 90_000, Set.of());

    public MergeSettings {
        pushed = Set.copyOf(pushed);
    }

    /** The bounds by platform, as its name stands in the configuration. A pure function. */
    @FunctionalInterface
    public interface ByPlatform {

        /** The bounds of a platform's jobs; of one that is not configured any more, too. */
        MergeSettings of(String platform);
    }
}

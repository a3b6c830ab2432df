package dev.longstop.job;

/**
 * Bounds of the merge.
 *
 * @param lostAfterMs how long the platform may not know a job before it is expired, in milliseconds
 * @param lagMs how long after an outcome a read must have begun to prove that work goes on again, in milliseconds
 */
public record MergeSettings(long lostAfterMs, long lagMs) {

    /** Seven days, one minute. */
    public static final MergeSettings DEFAULT = new MergeSettings(7L * 24 * 3_600_000, 60_000);
}

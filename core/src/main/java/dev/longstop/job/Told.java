package dev.longstop.job;

/**
 * A job that people are told of.
 *
 * @param jobRow its row
 * @param key the job
 * @param generation which generation
 * @param state where it stands
 * @param startedAtMs when it was started, in epoch milliseconds of the store's time
 */
public record Told(long jobRow, JobKey key, int generation, JobState state, long startedAtMs) {}

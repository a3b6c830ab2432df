package dev.longstop.config;

/**
 * How many runs may be started in a time; what exceeds it is held.
 *
 * @param runs at least 1
 * @param perMs the time, in milliseconds
 * @param perLane whether each lane is counted alone
 */
public record Limit(int runs, long perMs, boolean perLane) {}

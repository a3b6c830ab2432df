package dev.longstop.queue;

/**
 * A run that was taken back since its lease was lost.
 *
 * @param runId the run
 * @param agent its agent
 * @param state pending, or dead where it lost its last lease
 * @param lapses leases lost by now
 */
public record Reclaimed(long runId, String agent, RunState state, int lapses) {}

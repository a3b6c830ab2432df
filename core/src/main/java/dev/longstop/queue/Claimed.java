package dev.longstop.queue;

import dev.longstop.event.Event;
import dev.longstop.event.Headers;
import java.util.Optional;

/**
 * A run that was claimed, with everything that its agent needs.
 *
 * @param lease the right to settle it
 * @param agent the agent to start
 * @param round 1, and one more each time the work is to be done again
 * @param mode whether to start it
 * @param attempts answers had before this attempt
 * @param lapses leases lost before this attempt
 * @param event the event that the work is owed to
 * @param body the raw bytes of its delivery; empty where retention pruned them
 * @param contentType their media type
 * @param headers the headers that were kept
 * @param lane what must not run beside it
 * @param leftBehind the process of an attempt whose lease was lost, to be ended first
 */
public record Claimed(
        Lease lease,
        String agent,
        int round,
        RunMode mode,
        int attempts,
        int lapses,
        Event event,
        byte[] body,
        String contentType,
        Headers headers,
        Optional<String> lane,
        Optional<String> leftBehind) {

    /**
     * The number of this attempt, from 1. It grows with every claim of the run, also one that a person or a stop
     * caused: a target that has seen a higher one can refuse this.
     */
    public int attempt() {
        return Math.toIntExact(lease.token());
    }

    /** Whether so many leases were lost before that it may be this run which brings processes down. */
    public boolean suspect() {
        return lapses >= RunSql.LAPSES_SUSPECT;
    }

    /** The run's row id. */
    public long runId() {
        return lease.runId();
    }
}

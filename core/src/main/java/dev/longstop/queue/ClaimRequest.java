package dev.longstop.queue;

import java.util.List;

/**
 * What a process wants to claim.
 *
 * @param owner the process, by an id that is new at every start
 * @param slots room per agent
 * @param leaseMs how long the leases last unless renewed, in milliseconds
 * @param max the most runs to give, 1 to 1000
 * @param suspects whether a run that lost two leases may be given, alone
 */
public record ClaimRequest(String owner, List<Slots> slots, long leaseMs, int max, boolean suspects) {

    public ClaimRequest {
        slots = List.copyOf(slots);
        if (leaseMs < 1 || max < 1 || max > 1_000) {
            throw new IllegalArgumentException("a lease lasts at least 1 ms, and a claim gives 1 to 1000 runs");
        }
    }

    /** Whatever is due. */
    public ClaimRequest(String owner, List<Slots> slots, long leaseMs, int max) {
        this(owner, slots, leaseMs, max, true);
    }
}

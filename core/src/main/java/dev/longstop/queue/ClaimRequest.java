package dev.longstop.queue;

import java.util.List;

/**
 * What a process wants to claim.
 *
 * @param owner the process, by an id that is new at every start
 * @param slots room per agent
 * @param leaseMs how long the leases last unless renewed, in milliseconds
 * @param max the most runs to give, 1 to 1000
 * @param lapsesMax the most leases that a run may have lost to be given, {@link Runs#LAPSES_SUSPECT} - 1 to
 *     {@link Runs#LAPSES_MAX} - 1
 */
public record ClaimRequest(String owner, List<Slots> slots, long leaseMs, int max, int lapsesMax) {

    public ClaimRequest {
        slots = List.copyOf(slots);
        if (leaseMs < 1 || max < 1 || max > 1_000) {
            throw new IllegalArgumentException("a lease lasts at least 1 ms, and a claim gives 1 to 1000 runs");
        }
        if (lapsesMax < RunSql.LAPSES_SUSPECT - 1 || lapsesMax >= RunSql.LAPSES_MAX) {
            throw new IllegalArgumentException("a claim gives runs that lost at most " + (RunSql.LAPSES_SUSPECT - 1)
                    + " to " + (RunSql.LAPSES_MAX - 1) + " leases, not " + lapsesMax);
        }
    }

    /** Whatever is due. */
    public ClaimRequest(String owner, List<Slots> slots, long leaseMs, int max) {
        this(owner, slots, leaseMs, max, RunSql.LAPSES_MAX - 1);
    }
}

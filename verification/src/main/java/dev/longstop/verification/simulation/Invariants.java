package dev.longstop.verification.simulation;

import dev.longstop.queue.Claimed;
import dev.longstop.queue.Lease;
import dev.longstop.queue.Settlement;
import dev.longstop.verification.simulation.Journal.Answered;
import dev.longstop.verification.simulation.Tables.EventRow;
import dev.longstop.verification.simulation.Tables.RunRow;
import dev.longstop.verification.simulation.WatchedStore.Committed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * The checks of {@link Invariant}, each by its number, after every step.
 *
 * <p>A check compares what the world was told ({@link Journal}, {@link LeaseBook}) and what the tables said a step ago with
 * what they say now. To add one: write a method that gives what is wrong, name its invariant in {@link #afterStep} or
 * {@link #atTheEnd}, and plant a bug that makes it fail.
 */
final class Invariants {

    private final Journal journal;
    private final LeaseBook leases = new LeaseBook();
    private final JobChecks jobs = new JobChecks();
    private final ToIntFunction<String> attemptsMax;
    private final int lapsesMax;
    private Tables before = Tables.EMPTY;

    /**
     * @param attemptsMax the limit of an agent, by its name
     * @param lapsesMax how many leases of a run may be lost
     */
    Invariants(Journal journal, ToIntFunction<String> attemptsMax, int lapsesMax) {
        this.journal = journal;
        this.attemptsMax = attemptsMax;
        this.lapsesMax = lapsesMax;
    }
}

package dev.longstop.verification.simulation;

import dev.longstop.queue.RunState;
import dev.longstop.verification.simulation.Tables.RunRow;
import java.util.HashMap;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** What the queue promises beyond its leases: I5, I9, I11. */
final class QueueChecks {

    private final LeaseBook leases;
    private final ToIntFunction<String> attemptsMax;
    private final int lapsesMax;

    /**
     * @param attemptsMax the limit of an agent, by its name
     * @param lapsesMax how many leases of a run may be lost
     */
    QueueChecks(LeaseBook leases, ToIntFunction<String> attemptsMax, int lapsesMax) {
        this.leases = leases;
        this.attemptsMax = attemptsMax;
        this.lapsesMax = lapsesMax;
    }

    /** I5: attempts and lapses are counted as they were, and never exceed their limits. */
    Optional<String> counted(RunRow row) {
        return leases.count(row, attemptsMax.applyAsInt(row.agent()), lapsesMax);
    }

    /** I9: of each lane at most one run is at work or waits for a job. */
    Optional<String> lanesRunOneAtATime(Tables now) {
        var holders = new HashMap<String, RunRow>();
        for (var row : now.runs().values()) {
            if (row.lane().isPresent() && (row.state() == RunState.RUNNING || row.state() == RunState.WAITING)) {
                var other = holders.put(row.lane().get(), row);
                if (other != null) {
                    return Optional.of("two runs of one lane: " + other + " and " + row);
                }
            }
        }
        return Optional.empty();
    }

    /** I11: a run that is neither over nor waits for somebody. */
    Optional<String> unfinished(Tables now) {
        return now.runs().values().stream()
                .filter(row -> row.state() == RunState.PENDING || row.state() == RunState.RUNNING)
                .findFirst()
                .map(row -> "still not at an end: " + row);
    }
}

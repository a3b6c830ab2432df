package dev.longstop.queue;

import dev.longstop.store.Tx;
import java.util.List;
import java.util.Set;

/** What follows when runs are over, written in the same transaction as their ends (I7). */
@FunctionalInterface
public interface Aftermath {

    /** A run that is over, and how it ended. */
    record Over(long runId, RunState state) {

        /** Those of the runs that are over. */
        static List<Over> of(List<Reclaimed> runs) {
            return runs.stream()
                    .filter(run -> run.state().over())
                    .map(run -> new Over(run.runId(), run.state()))
                    .toList();
        }
    }

    /** Writes what follows. Called inside a transaction, and perhaps again after it was rolled back. */
    void follow(Tx tx, List<Over> runs);

    /**
     * Runs are given up, by a person or since newer work takes their place: what they began elsewhere is to end, too.
     * Called inside the transaction that writes that, before and after it: a run may begin something in between.
     *
     * @return those of the runs of which only somebody else can say how they end: the platforms of their jobs
     */
    default Set<Long> giveUp(Tx tx, List<Long> runs) {
        return Set.of();
    }

    /** Nothing follows. */
    static Aftermath none() {
        return (tx, runs) -> {};
    }
}

package dev.longstop.queue;

import dev.longstop.store.Tx;
import java.util.List;

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

    /** Nothing follows. */
    static Aftermath none() {
        return (tx, runs) -> {};
    }
}

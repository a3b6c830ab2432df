package dev.longstop.verification.simulation;

import java.util.List;

/** What came of one scenario. */
public sealed interface Result {

    /** The scenario that it came of. */
    Scenario scenario();

    /** How many steps were taken. */
    int steps();

    /**
     * Every invariant held after every step.
     *
     * @param digest stands for everything that happened: the same scenario gives the same one
     * @param tally what happened how often, for people
     */
    record Held(Scenario scenario, int steps, long digest, Tally tally) implements Result {}

    /**
     * An invariant did not hold.
     *
     * @param invariant the first that did not
     * @param what the rows or answers that show it
     * @param trace the last steps before it, oldest first
     */
    record Broken(Scenario scenario, int steps, Invariant invariant, String what, List<String> trace)
            implements Result {
        public Broken {
            trace = List.copyOf(trace);
        }
    }
}

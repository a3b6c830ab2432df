package dev.longstop.verification.simulation;

import java.util.function.BooleanSupplier;

/** How code that blocks waits, in a world of one thread: everything else goes on meanwhile. */
interface Blocking {

    /**
     * Lets time pass until something is so, and longer if the node stands still then.
     *
     * @param life the node that waits
     * @throws SimulatedCrash if the node is gone when the wait is over
     */
    void await(Life life, BooleanSupplier so);
}

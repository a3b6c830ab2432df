package dev.longstop.verification.simulation;

/** How code that blocks waits, in a world of one thread: everything else goes on meanwhile. */
interface Blocking {

    /**
     * Lets time pass while a node waits, and longer if the node stands still. Other nodes, and what this node does on other
     * threads, go on.
     *
     * @throws SimulatedCrash if the node is gone when the wait is over
     */
    void await(Life life, long ms);
}

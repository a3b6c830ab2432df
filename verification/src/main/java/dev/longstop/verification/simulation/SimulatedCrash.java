package dev.longstop.verification.simulation;

/** Ends what a node was doing when it crashed. An error, since no component may handle it. */
final class SimulatedCrash extends Error {

    private static final long serialVersionUID = 1L;

    SimulatedCrash() {
        super("the node is gone", null, false, false);
    }
}

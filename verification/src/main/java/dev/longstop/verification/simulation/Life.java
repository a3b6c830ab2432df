package dev.longstop.verification.simulation;

import java.util.ArrayDeque;

/**
 * One life of a node's process: from its start until it crashes, with the times in between when it stands still.
 *
 * <p>What reaches it while it stands still happens when it goes on; what reaches it after its end never happens.
 */
final class Life {

    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private boolean over;
    private boolean frozen;

    /** Whether the process is there and goes on. */
    boolean awake() {
        return !over && !frozen;
    }

    /** Whether the process stands still. */
    boolean frozen() {
        return frozen && !over;
    }

    /** Whether the process is gone. */
    boolean over() {
        return over;
    }

    /** Lets something happen inside the process, now or when it goes on again. */
    void run(Runnable work) {
        if (over) {
            return;
        }
        if (frozen) {
            waiting.add(work);
        } else {
            doNow(work);
        }
    }

    /** Does something; if the process ends meanwhile, it ends there. */
    private void doNow(Runnable work) {
        try {
            work.run();
        } catch (SimulatedCrash crash) {
            return;
        } catch (RuntimeException failure) {
            if (!over) {
                throw failure;
            }
        }
    }

    /** Stands still. */
    void freeze() {
        frozen = true;
    }

    /** Goes on, and does what waited. */
    void thaw() {
        frozen = false;
        boolean more = true;
        while (more) {
            more = catchUp();
        }
    }

    /**
     * Does the first thing that waited while it stood still, if it goes on again and one is left. What blocks in it may
     * wait for what comes after it, as one thread does for another.
     *
     * @return whether there was something to do
     */
    boolean catchUp() {
        if (!awake() || waiting.isEmpty()) {
            return false;
        }
        doNow(waiting.remove());
        return true;
    }

    /** Is gone. */
    void end() {
        over = true;
        waiting.clear();
    }
}

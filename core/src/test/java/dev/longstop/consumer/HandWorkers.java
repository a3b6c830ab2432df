package dev.longstop.consumer;

import dev.longstop.loop.Workers;
import java.util.ArrayDeque;
import java.util.Deque;

/** Work that is done when a test says so, in the order in which it was started. */
final class HandWorkers implements Workers {

    private final Deque<Runnable> started = new ArrayDeque<>();
    private int free = 1_000;
    private int refused;

    @Override
    public int free() {
        return free - started.size();
    }

    @Override
    public boolean start(String name, Runnable work) {
        if (refused > 0) {
            refused--;
            return false;
        }
        started.add(work);
        return true;
    }

    /** Refuses the next few. */
    void refuse(int times) {
        refused = times;
    }

    int inProgress() {
        return started.size();
    }

    /** Does the oldest work that was started. */
    void doOne() {
        started.remove().run();
    }

    /** Does all work that was started. */
    void doAll() {
        while (!started.isEmpty()) {
            doOne();
        }
    }

    /** The process dies: what was started is never done. */
    void die() {
        started.clear();
        free = 0;
    }
}

package dev.longstop.loop;

import java.util.function.IntSupplier;

/**
 * What is done when the operating system wishes that the process end (SIGTERM, SIGINT), whatever the main thread is
 * doing: so that nothing of it is left behind.
 */
public final class LastAct implements AutoCloseable {

    private final Thread hook;

    private LastAct(Thread hook) {
        this.hook = hook;
    }

    /** Waits for the signal; {@code act} then runs on a thread of its own and gives the exit code. */
    public static LastAct of(IntSupplier act) {
        var hook = new Thread(() -> Runtime.getRuntime().halt(act.getAsInt()), "last-act");
        Runtime.getRuntime().addShutdownHook(hook);
        return new LastAct(hook);
    }

    /** The process ends in an orderly way; there is nothing to be done at the signal any more. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException under) {
            // The signal has come: the act is being done, and ends the process.
            join();
        }
    }

    private void join() {
        try {
            hook.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

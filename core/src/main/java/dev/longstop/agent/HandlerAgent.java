package dev.longstop.agent;

import dev.longstop.queue.Ending;
import dev.longstop.queue.RetrySettings;

/**
 * An agent that is Java code of this process.
 *
 * @param name its name, by which runs are started
 * @param concurrency attempts in progress at once, 1 to 1000
 * @param timeoutMs how long an attempt may take; one that comes back a minute later still is taken for hung
 * @param retry how often and when it is tried again
 * @param handler what does the work, on as many threads at once as {@code concurrency} says
 */
public record HandlerAgent(String name, int concurrency, long timeoutMs, RetrySettings retry, Handler handler)
        implements Agent {

    private static final int CONCURRENCY = 4;
    private static final long TIMEOUT_MS = 600_000;

    public HandlerAgent {
        if (concurrency < 1 || concurrency > 1_000 || timeoutMs < 1) {
            throw new IllegalArgumentException("the agent " + name + " has 1 to 1000 attempts at once, and a timeout");
        }
    }

    /** Four attempts at once, ten minutes each, eight in all. */
    public static HandlerAgent of(String name, Handler handler) {
        return new HandlerAgent(name, CONCURRENCY, TIMEOUT_MS, RetrySettings.DEFAULT, handler);
    }

    @Override
    public Ending run(Assignment assignment) {
        return handler.handle(assignment);
    }
}

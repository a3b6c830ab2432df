package dev.longstop.agent;

import dev.longstop.queue.Busy;
import dev.longstop.queue.Ending;
import dev.longstop.queue.Interrupted;
import dev.longstop.queue.RetrySettings;

/**
 * An agent of any kind with what the configuration says of its lanes and of interrupted attempts.
 *
 * @param agent what does the work
 * @param busy what new work of a lane does to older
 * @param interrupted what becomes of a run whose attempt was cut off
 */
public record Governed(Agent agent, Busy busy, Interrupted interrupted) implements Agent {

    @Override
    public String name() {
        return agent.name();
    }

    @Override
    public int concurrency() {
        return agent.concurrency();
    }

    @Override
    public int room() {
        return agent.room();
    }

    @Override
    public long timeoutMs() {
        return agent.timeoutMs();
    }

    @Override
    public RetrySettings retry() {
        return agent.retry();
    }

    @Override
    public Ending run(Assignment assignment) {
        return agent.run(assignment);
    }
}

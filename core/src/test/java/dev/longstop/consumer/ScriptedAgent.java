package dev.longstop.consumer;

import dev.longstop.agent.Agent;
import dev.longstop.agent.Assignment;
import dev.longstop.queue.Ending;
import dev.longstop.queue.RetrySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** An agent that does what a test says, and remembers what it was given. */
final class ScriptedAgent implements Agent {

    static final long TIMEOUT_MS = 600_000;

    final List<Assignment> given = new ArrayList<>();
    private final String name;
    private final int concurrency;
    private Function<Assignment, Ending> script = assignment -> done("fine");

    ScriptedAgent(String name, int concurrency) {
        this.name = name;
        this.concurrency = concurrency;
    }

    ScriptedAgent does(Function<Assignment, Ending> other) {
        script = other;
        return this;
    }

    static Ending done(String result) {
        return new Ending.Done(new Ending.Report("done", OptionalInt.of(0), result, false));
    }

    static Ending later() {
        return new Ending.Retry(new Ending.Report("later", OptionalInt.empty(), "", false), Optional.empty());
    }

    static Ending dead() {
        return new Ending.Dead(new Ending.Report("never", OptionalInt.empty(), "", false));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int concurrency() {
        return concurrency;
    }

    @Override
    public long timeoutMs() {
        return TIMEOUT_MS;
    }

    @Override
    public RetrySettings retry() {
        return RetrySettings.DEFAULT;
    }

    @Override
    public Ending run(Assignment assignment) {
        given.add(assignment);
        return script.apply(assignment);
    }
}

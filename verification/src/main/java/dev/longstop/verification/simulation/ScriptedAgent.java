package dev.longstop.verification.simulation;

import dev.longstop.agent.Agent;
import dev.longstop.agent.Assignment;
import dev.longstop.queue.Busy;
import dev.longstop.queue.Callback;
import dev.longstop.queue.Ending;
import dev.longstop.queue.Ending.Report;
import dev.longstop.queue.Interrupted;
import dev.longstop.queue.RetrySettings;
import dev.longstop.verification.Generator;
import java.util.Optional;
import java.util.OptionalInt;

/** An agent that does what the seed likes: succeeds, asks for another try, gives up, throws, or does not listen. */
final class ScriptedAgent implements Agent {

    /** How long an attempt may take; the consumer gives a minute more before it takes one for hung. */
    static final long TIMEOUT_MS = 2_000;

    /** How long a callback is waited for. */
    private static final long WAIT_MS = 15_000;

    private final World.Settings settings;
    private final Swarm faults;
    private final Journal journal;
    private final Callbacks callbacks;

    ScriptedAgent(World.Settings settings, World world, Callbacks callbacks) {
        this.settings = settings;
        this.faults = world.faults();
        this.journal = world.journal();
        this.callbacks = callbacks;
    }

    @Override
    public String name() {
        return settings.name();
    }

    @Override
    public int concurrency() {
        return settings.concurrency();
    }

    @Override
    public long timeoutMs() {
        return TIMEOUT_MS;
    }

    @Override
    public RetrySettings retry() {
        return settings.retry();
    }

    @Override
    public Busy busy() {
        return settings.policy().busy();
    }

    @Override
    public Interrupted interrupted() {
        return settings.interrupted();
    }

    @Override
    public Ending run(Assignment assignment) {
        journal.agentRan(assignment.claimed().runId(), assignment.idempotencyKey());
        if (faults.strikes(Fault.AGENT_THROWS, 0.5)) {
            throw new SimulatedBug();
        }
        if (assignment.revocation().revoked() && !faults.strikes(Fault.AGENT_DEAF, 1)) {
            return new Ending.Released("revoked");
        }
        if (faults.strikes(Fault.AGENT_CALLS_BACK, 0.7)) {
            return callBack(assignment);
        }
        if (faults.strikes(Fault.AGENT_RETRY, 0.8)) {
            var chance = faults.stream(Fault.AGENT_RETRY);
            return new Ending.Retry(
                    report("later", chance),
                    chance.chance(0.3) ? Optional.of(chance.between(0L, 10_000L)) : Optional.empty());
        }
        if (faults.strikes(Fault.AGENT_DEAD, 0.5)) {
            return new Ending.Dead(report("never", faults.stream(Fault.AGENT_DEAD)));
        }
        return new Ending.Done(report("done", faults.stream(Fault.HOSTILE_TEXT)));
    }

    /** Says later how it went: with luck before anybody stops listening. */
    private Ending callBack(Assignment assignment) {
        var token = assignment.callback().get();
        if (token.isEmpty()) {
            return Ending.retry("no token");
        }
        var chance = faults.stream(Fault.AGENT_CALLS_BACK);
        var ending =
                chance.chance(0.6) ? Ending.done("later") : chance.chance(0.5) ? Ending.retry("x") : Ending.dead("x");
        var callback = new Callback(assignment.claimed().runId(), token.get(), ending);
        int times = chance.between(0, 2);
        for (int i = 0; i < times; i++) {
            callbacks.later(callback, chance.between(0L, 2 * WAIT_MS));
        }
        return new Ending.Waiting(report("202", chance), WAIT_MS, Optional.empty());
    }

    private Report report(String outcome, Generator chance) {
        boolean hostile = faults.strikes(Fault.HOSTILE_TEXT, 0.5);
        return new Report(
                hostile ? outcome + chance.text(50) : outcome,
                chance.chance(0.5) ? OptionalInt.of(chance.between(0, 255)) : OptionalInt.empty(),
                hostile ? chance.text(300) : "",
                chance.chance(0.1));
    }

    /** What an agent throws that breaks its promise. */
    static final class SimulatedBug extends RuntimeException {
        private static final long serialVersionUID = 1L;

        SimulatedBug() {
            super("a simulated bug of an agent");
        }
    }
}

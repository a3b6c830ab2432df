package dev.longstop.verification.simulation;

import dev.longstop.queue.Callback;
import dev.longstop.queue.Called;
import dev.longstop.queue.Ending;
import dev.longstop.verification.Generator;
import java.util.List;

/** The way of callbacks from agents to nodes: to any node, and nobody says them again that were not heard. */
final class Callbacks {

    private final Timeline timeline;
    private final Journal journal;
    private final List<Node> nodes;
    private final Generator chance;

    Callbacks(Scenario scenario, Timeline timeline, Journal journal, List<Node> nodes) {
        this.timeline = timeline;
        this.journal = journal;
        this.nodes = nodes;
        this.chance = Generator.of(scenario.seed()).fork("callbacks");
    }

    /** Says something after a while; sometimes with a token that was never given. */
    void later(Callback callback, long delayMs) {
        boolean forged = chance.chance(0.3);
        var said = forged ? new Callback(callback.runId(), "guessed", Ending.done("forged")) : callback;
        var node = chance.pick(nodes);
        timeline.in(
                delayMs,
                "callback " + callback.runId(),
                () -> node.call(said, called -> {
                    journal.count(
                            "callback " + called.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT));
                    if (forged && !(called instanceof Called.Unknown)) {
                        journal.complain(Invariant.I4, "a token that was never given was believed: " + said);
                    }
                }));
    }
}

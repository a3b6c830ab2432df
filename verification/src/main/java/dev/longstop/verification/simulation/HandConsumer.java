package dev.longstop.verification.simulation;

import dev.longstop.agent.Agent;
import dev.longstop.agent.Assignment;
import dev.longstop.agent.Revocation;
import dev.longstop.loop.Step;
import dev.longstop.loop.Workers;
import dev.longstop.queue.ClaimRequest;
import dev.longstop.queue.Claimed;
import dev.longstop.queue.Ending;
import dev.longstop.queue.Lease;
import dev.longstop.queue.Runs;
import dev.longstop.queue.Settlement;
import dev.longstop.queue.Slots;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** TEMPORARY stand-in for consumer.RunConsumer. */
final class HandConsumer implements Step {
    private final Runs runs;
    private final Map<String, Agent> agents = new TreeMap<>();
    private final Workers workers;
    private final String owner;
    private final Map<Long, Lease> held = new TreeMap<>();

    HandConsumer(Runs runs, List<? extends Agent> agents, Workers workers, String owner) {
        this.runs = runs;
        agents.forEach(agent -> this.agents.put(agent.name(), agent));
        this.workers = workers;
        this.owner = owner;
    }

    @Override
    public String name() {
        return "runs";
    }

    @Override
    public int turn() {
        for (var lease : List.copyOf(held.values())) {
            runs.renew(lease, World.LEASE_MS)
                    .toCompletableFuture()
                    .join()
                    .ifPresentOrElse(
                            renewed -> held.computeIfPresent(renewed.runId(), (id, old) -> renewed),
                            () -> held.remove(lease.runId()));
        }
        runs.reclaim(owner, World.LEASE_MS).toCompletableFuture().join();
        var slots = agents.values().stream()
                .map(agent -> new Slots(agent.name(), Math.min(workers.free(), 1)))
                .toList();
        var claimed = runs.claim(new ClaimRequest(owner, slots, World.LEASE_MS, Math.max(1, workers.free())))
                .toCompletableFuture()
                .join();
        claimed.forEach(this::start);
        return claimed.size();
    }

    private void start(Claimed claimed) {
        var agent = java.util.Objects.requireNonNull(agents.get(claimed.agent()));
        held.put(claimed.runId(), claimed.lease());
        workers.start("run " + claimed.runId(), () -> {
            Ending ending;
            try {
                ending = agent.run(new Assignment(
                        claimed,
                        claimed.body(),
                        "ls-" + claimed.event().key(),
                        new dev.longstop.agent.TraceParent(""),
                        new Revocation(),
                        mark -> {}));
            } catch (RuntimeException bug) {
                ending = new Ending.Released("bug");
            }
            held.remove(claimed.runId());
            runs.settle(Settlement.of(claimed, ending, agent.retry())).exceptionally(e -> false);
        });
    }
}

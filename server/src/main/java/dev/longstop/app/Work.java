package dev.longstop.app;

import dev.longstop.agent.Agent;
import dev.longstop.agent.CommandAgent;
import dev.longstop.agent.CommandPlace;
import dev.longstop.config.AgentSettings;
import dev.longstop.config.Configuration;
import dev.longstop.consumer.ConsumerLoops;
import dev.longstop.consumer.ConsumerSettings;
import dev.longstop.consumer.RunConsumer;
import dev.longstop.loop.ThreadWorkers;
import dev.longstop.queue.Runs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Everything behind the inbox: the consumer, its agents, and the threads that they need. */
final class Work implements AutoCloseable {

    private static final long IDLE_MS = 1_000;
    private static final int CLAIM_MAX = 64;
    private static final long WORKERS_CLOSE_MS = 5_000;

    private final Configuration configuration;
    private final CommandPlace place;
    private final ThreadWorkers workers;
    private final RunConsumer consumer;
    private final ConsumerLoops loops;

    private Work(
            Configuration configuration,
            CommandPlace place,
            ThreadWorkers workers,
            RunConsumer consumer,
            ConsumerLoops loops) {
        this.configuration = configuration;
        this.place = place;
        this.workers = workers;
        this.consumer = consumer;
        this.loops = loops;
    }

    /**
     * Starts to claim and to work.
     *
     * @param consumers agents that come with the program: what consumes completion events
     */
    static Work start(Configuration configuration, Ground ground, Runs runs, List<Agent> consumers) {
        var folder =
                Objects.requireNonNull(configuration.file().toAbsolutePath().getParent());
        var place = CommandPlace.open(new CommandPlace.Where(
                configuration.dataFolder(), ground.owner(), folder, System.getenv(), CommandPlace.GRACE_MS));
        var agents = new ArrayList<Agent>(consumers);
        configuration.commands().forEach(settings -> agents.add(new CommandAgent(settings, place, ground.time())));
        int places = agents.stream().mapToInt(Agent::concurrency).sum();
        var workers = new ThreadWorkers("agent", Math.max(1, places));
        var consumer = new RunConsumer(
                new RunConsumer.Parts(runs, agents, workers, ground.time(), ground.randomness(), ground.metrics()),
                new ConsumerSettings(
                        ground.owner(),
                        ground.store().installation(),
                        configuration.leaseMs(),
                        IDLE_MS,
                        CLAIM_MAX,
                        formJsonFields(configuration)));
        return new Work(configuration, place, workers, consumer, ConsumerLoops.start(consumer, IDLE_MS, ground.time()));
    }

    private static Map<String, String> formJsonFields(Configuration configuration) {
        var fields = new HashMap<String, String>();
        configuration
                .sources()
                .forEach((name, source) ->
                        source.contract().formJsonField().ifPresent(field -> fields.put(name, field)));
        return fields;
    }

    /** Says that there may be due runs. */
    void wake() {
        consumer.up();
    }

    /** How long ago the consumer last turned, in milliseconds. */
    long sinceTurnMs() {
        return loops.sinceTurnMs();
    }

    /** Claims no more, lets attempts drain, releases the rest, ends. */
    @Override
    public void close() {
        loops.close(this::drainMs, configuration.drainMs());
        workers.close(WORKERS_CLOSE_MS);
        place.close();
    }

    private long drainMs(String agent) {
        AgentSettings settings = configuration.agents().get(agent);
        return settings == null ? configuration.defaults().drainMs() : settings.drainMs();
    }
}

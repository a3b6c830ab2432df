package dev.longstop.app;

import dev.longstop.admin.Shift;
import dev.longstop.agent.Agent;
import dev.longstop.agent.CommandAgent;
import dev.longstop.agent.CommandPlace;
import dev.longstop.agent.Governed;
import dev.longstop.agent.HttpAgent;
import dev.longstop.agent.JobHandover;
import dev.longstop.config.AgentSettings;
import dev.longstop.config.Configuration;
import dev.longstop.consumer.ConsumerLoops;
import dev.longstop.consumer.ConsumerSettings;
import dev.longstop.consumer.RunConsumer;
import dev.longstop.http.HttpCaller;
import dev.longstop.http.JdkHttpCaller;
import dev.longstop.loop.ThreadWorkers;
import dev.longstop.queue.RetrySettings;
import dev.longstop.queue.Runs;
import dev.longstop.telemetry.Alarms;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/** Everything behind the inbox: the consumer, its agents, and the threads that they need. */
final class Work implements Shift, AutoCloseable {

    private static final long IDLE_MS = 1_000;
    private static final int CLAIM_MAX = 64;
    private static final long WORKERS_CLOSE_MS = 5_000;

    private final Configuration configuration;
    private final RunConsumer consumer;
    private final Means means;

    private Work(Configuration configuration, RunConsumer consumer, Means means) {
        this.configuration = configuration;
        this.consumer = consumer;
        this.means = means;
    }

    /** What attempts are made with, and what turns the consumer. */
    private record Means(CommandPlace place, HttpCaller caller, ThreadWorkers workers, ConsumerLoops loops) {}

    /**
     * What comes from outside.
     *
     * @param agents agents of platforms: what consumes completion events, and what launches jobs
     * @param publicUrl where agents call back; may wait until the door is open
     * @param jobs takes over the jobs that agents start themselves
     * @param alarms where people are told of runs that go on only with them
     */
    record Callers(List<Agent> agents, Supplier<URI> publicUrl, JobHandover jobs, Alarms alarms) {}

    /** Starts to claim and to work. */
    static Work start(Configuration configuration, Ground ground, Runs runs, Callers callers) {
        var folder =
                Objects.requireNonNull(configuration.file().toAbsolutePath().getParent());
        var place = CommandPlace.open(new CommandPlace.Where(
                configuration.dataFolder(), ground.owner(), folder, System.getenv(), CommandPlace.GRACE_MS));
        var caller = new JdkHttpCaller(ground.time());
        var agents = new ArrayList<Agent>(callers.agents());
        configuration.commands().forEach(settings -> agents.add(new CommandAgent(settings, place, ground.time())));
        configuration
                .services()
                .forEach(settings -> agents.add(
                        new HttpAgent(settings, caller, callers.publicUrl(), ground.time(), callers.jobs())));
        agents.replaceAll(agent -> governed(configuration, agent));
        int places = agents.stream().mapToInt(Agent::concurrency).sum();
        var workers = new ThreadWorkers("agent", Math.max(1, places));
        var consumer = new RunConsumer(
                new RunConsumer.Parts(
                        runs, agents, workers, ground.time(), ground.randomness(), ground.metrics(), callers.alarms()),
                new ConsumerSettings(
                        ground.owner(),
                        ground.store().installation(),
                        configuration.leaseMs(),
                        IDLE_MS,
                        CLAIM_MAX,
                        configuration.payloads()));
        var loops = ConsumerLoops.start(consumer, IDLE_MS, ground.time());
        return new Work(configuration, consumer, new Means(place, caller, workers, loops));
    }

    private static Agent governed(Configuration configuration, Agent agent) {
        AgentSettings settings = configuration.agents().get(agent.name());
        // What consumes completion events is no configured agent, and nothing governs it.
        return settings == null ? agent : new Governed(agent, settings.busy(), settings.interrupted());
    }

    @Override
    public Set<String> agents() {
        return configuration.agents().keySet();
    }

    @Override
    public Set<String> workers() {
        return configuration.workers();
    }

    @Override
    public void wake() {
        consumer.up();
    }

    @Override
    public void look() {
        consumer.look();
        consumer.up();
    }

    /** How often and when the runs of an agent are tried again. */
    RetrySettings retry(String agent) {
        AgentSettings settings = configuration.agents().get(agent);
        return settings == null
                ? configuration.defaults().retry()
                : settings.pace().retry();
    }

    /** How long ago the consumer last turned, in milliseconds. */
    long sinceTurnMs() {
        return means.loops.sinceTurnMs();
    }

    /** Claims no more, lets attempts drain, releases the rest, ends. */
    @Override
    public void close() {
        means.loops.close(this::drainMs, configuration.drainMs());
        means.workers.close(WORKERS_CLOSE_MS);
        means.caller.close();
        means.place.close();
    }

    private long drainMs(String agent) {
        AgentSettings settings = configuration.agents().get(agent);
        return settings == null ? configuration.defaults().drainMs() : settings.drainMs();
    }
}

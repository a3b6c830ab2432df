package dev.longstop.consumer;

import dev.longstop.agent.Agent;
import dev.longstop.inbox.EventsRead;
import dev.longstop.inbox.Inbox;
import dev.longstop.inbox.Starts;
import dev.longstop.loop.Loop;
import dev.longstop.loop.ThreadWorkers;
import dev.longstop.queue.RunDetail;
import dev.longstop.queue.RunList;
import dev.longstop.queue.Runs;
import dev.longstop.store.Dialect;
import dev.longstop.store.PostgresSettings;
import dev.longstop.store.PostgresStore;
import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.store.Store;
import dev.longstop.store.StoreFailure;
import dev.longstop.telemetry.ErrorCode;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.Patience;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import dev.longstop.time.Time;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * The road as a library, without a server: a store, agents of this process, and runs that are started by key.
 *
 * <p>A run is committed before {@link #start} returns, done however often the process dies, and done once for each
 * agent and key. On PostgreSQL any number of processes share the work; a SQLite file is one process's. <i>Threads</i>:
 * safe. <i>Errors</i>: {@code StoreFailure} where the store cannot be opened or written.
 */
public final class Road implements AutoCloseable {

    private static final int OWNER_BYTES = 8;
    private static final long COMMIT_MS = 30_000;
    private static final long IDLE_MS = 1_000;
    private static final long FOLLOW_CLOCK_MS = 30_000;
    private static final long CLOSE_MS = 5_000;
    private static final String ACTOR = "library";

    private final Store store;
    private final Time time;
    private final Inbox inbox;
    private final RunConsumer consumer;
    private final ConsumerLoops loops;
    private final Loop clock;
    private final ThreadWorkers workers;
    private final RunList runList;
    private final EventsRead events;

    private Road(Store store, Time time, List<? extends Agent> agents) {
        this.store = store;
        this.time = time;
        var randomness = new SystemRandomness();
        var runs = new Runs(store, randomness);
        var owner = randomness.token(OWNER_BYTES);
        time.follow(store.clockMs());
        if (store.dialect() == Dialect.SQLITE) {
            committed(runs.voidOlderLeases(owner));
        }
        inbox = new Inbox(store);
        runList = new RunList(store);
        events = new EventsRead(store);
        workers = new ThreadWorkers(
                "agent",
                Math.max(1, agents.stream().mapToInt(Agent::concurrency).sum()));
        var parts =
                new RunConsumer.Parts(runs, agents, workers, time, randomness, new Metrics(new SimpleMeterRegistry()));
        consumer = new RunConsumer(parts, ConsumerSettings.of(owner, store.installation(), Map.of()));
        clock = Loop.every("clock", FOLLOW_CLOCK_MS, time, () -> time.follow(store.clockMs()));
        loops = ConsumerLoops.start(consumer, IDLE_MS, time);
    }

    /** Opens the road on a SQLite file, and begins to work on what is due. */
    public static Road open(SqliteSettings settings, Agent... agents) {
        var time = new SystemTime();
        return new Road(SqliteStore.open(settings, time, new SystemRandomness()), time, List.of(agents));
    }

    /** Opens the road on a PostgreSQL database, and begins to work on what is due. */
    public static Road open(PostgresSettings settings, Agent... agents) {
        var time = new SystemTime();
        return new Road(PostgresStore.open(settings, time, new SystemRandomness()), time, List.of(agents));
    }

    /**
     * Starts a run, once for each agent and key; it is committed when this returns.
     *
     * @param key what it is started for; not empty
     * @param payload JSON, for the agent; of a key that was used before the first stays
     * @return the run's number: the new one, or the one that there was
     */
    public long start(String agent, String key, byte[] payload) {
        var accepted = committed(inbox.accept(Starts.of(agent, key, payload, ACTOR, time.nowMs())));
        consumer.up();
        return events.show(accepted.get(0).seq())
                .flatMap(event -> event.summary().runs().stream().reduce((older, newer) -> newer))
                .orElseThrow(() -> new IllegalStateException("a start has its run"))
                .id();
    }

    /** A run as it stands; empty if there is none of that number. */
    public Optional<RunDetail> show(long run) {
        return runList.show(run);
    }

    /**
     * Waits until a run is over; gives it as it then stands, or as it stands after {@code atMostMs}.
     *
     * <p><i>Errors</i>: {@code IllegalArgumentException} if there is none of that number.
     */
    public RunDetail await(long run, long atMostMs) {
        Patience.until(
                atMostMs,
                () -> show(run).filter(it -> !it.summary().state().over()).isEmpty());
        return show(run).orElseThrow(() -> new IllegalArgumentException("there is no run of this number"));
    }

    /**
     * Claims no more, revokes what is in progress, and closes the store. Handlers that look at their revocation end at
     * once; runs that were cut off are due again, with neither an attempt nor a lapse counted.
     */
    @Override
    public void close() {
        loops.close(agent -> 0, 0);
        workers.close(CLOSE_MS);
        clock.close(CLOSE_MS);
        store.close();
    }

    private static <T> T committed(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture()
                    .orTimeout(COMMIT_MS, TimeUnit.MILLISECONDS)
                    .join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof StoreFailure known) {
                throw known;
            }
            throw new StoreFailure(ErrorCode.STORE_UNAVAILABLE, "it could not be written in time", failure);
        }
    }
}

package dev.longstop.consumer;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.longstop.agent.Agent;
import dev.longstop.event.Delivery;
import dev.longstop.event.EventId;
import dev.longstop.event.Headers;
import dev.longstop.inbox.Acceptance;
import dev.longstop.inbox.Inbox;
import dev.longstop.loop.Step;
import dev.longstop.queue.Act;
import dev.longstop.queue.Policies;
import dev.longstop.queue.RunSeed;
import dev.longstop.queue.Runs;
import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.store.Store;
import dev.longstop.store.Turning;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.HandTime;
import dev.longstop.time.SystemRandomness;
import dev.longstop.verify.Payload;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A store, and consumers on it that are turned by hand in one thread, at a time that passes by hand. */
final class Rig implements AutoCloseable {

    static final long LEASE_MS = 30_000;

    final HandTime time = new HandTime();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    /** What governs the runs of the events to come. */
    Policies policies = Policies.NONE;

    private final Store store;

    Rig(Path nativeDirectory) {
        store = SqliteStore.open(
                SqliteSettings.inMemory(nativeDirectory, Turning.INLINE), time, new SystemRandomness());
    }

    /** One process: a consumer, what renews its leases, its workers, and its way to the store. */
    record Serving(RunConsumer consumer, HandWorkers workers, FaultyStore store) {

        /** Turns the consumer until it rests, as its loop would. */
        void turn() {
            turn(consumer);
        }

        /** The same for what renews its leases. */
        void renew() {
            turn(consumer.leases());
        }

        private static void turn(Step step) {
            var woken = new AtomicBoolean();
            step.turnedBy(() -> woken.set(true));
            int turns = 0;
            do {
                woken.set(false);
                if (++turns > 1_000) {
                    throw new AssertionError(step.name() + " never rests");
                }
            } while (step.turn() > 0 || woken.get());
        }

        /** Turns, does all work that this started, and turns again. */
        void work() {
            turn();
            while (workers.inProgress() > 0) {
                workers.doAll();
                turn();
            }
        }
    }

    Serving process(String owner, Agent... agents) {
        var faulty = new FaultyStore(store);
        var workers = new HandWorkers();
        var parts = new RunConsumer.Parts(
                new Runs(faulty, new SystemRandomness()),
                List.of(agents),
                workers,
                time,
                new SystemRandomness(),
                new Metrics(meters));
        var settings = new ConsumerSettings(
                owner,
                "here",
                LEASE_MS,
                1_000,
                64,
                Map.of("forms", new Payload(Optional.of("payload"), Optional.empty())));
        return new Serving(new RunConsumer(parts, settings), workers, faulty);
    }

    /** Lets time pass in steps of a second, turning processes as their loops would. */
    void pass(long ms, Serving... processes) {
        for (long passed = 0; passed < ms; passed += 1_000) {
            time.pass(1_000);
            for (var process : processes) {
                process.renew();
                process.turn();
            }
        }
    }

    /** A new event that starts an agent. */
    void accept(String id, String agent) {
        accept("github", id, "application/json", "{\"id\":\"" + id + "\"}", RunSeed.of(agent));
    }

    void accept(String source, String id, String contentType, String body, RunSeed... seeds) {
        var bytes = body.getBytes(UTF_8);
        var hash = EventId.sha256(bytes);
        var delivery = new Delivery(
                source, time.nowMs(), bytes, hash, contentType, Headers.none(), Optional.of("main"), false);
        var item = new Acceptance.Item(
                EventId.ofSender(id.getBytes(UTF_8)),
                hash,
                "issues",
                "opened",
                Optional.empty(),
                true,
                Optional.empty(),
                List.of(seeds));
        new Inbox(store, policies)
                .accept(new Acceptance(delivery, List.of(item)))
                .toCompletableFuture()
                .join();
    }

    /** A person decides about a run. */
    void act(Act act, long run) {
        new Runs(store, new SystemRandomness())
                .act(act, run, "me")
                .toCompletableFuture()
                .join();
    }

    /** State, attempts and lapses of every run, in their order: {@code done 1 0}. */
    List<String> runs() {
        return texts("select state || ' ' || attempts || ' ' || lapses from run order by id");
    }

    List<String> texts(String sql) {
        return store.read(tx -> tx.query("-- test: look\n" + sql + " limit 1000", Map.of(), row -> row.getString(1)));
    }

    double counted(String name, String... tags) {
        var counter = meters.find(name).tags(tags).counter();
        return counter == null ? 0 : counter.count();
    }

    @Override
    public void close() {
        store.close();
    }
}

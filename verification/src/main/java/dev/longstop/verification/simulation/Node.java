package dev.longstop.verification.simulation;

import dev.longstop.consumer.ConsumerSettings;
import dev.longstop.consumer.RunConsumer;
import dev.longstop.effect.Effects;
import dev.longstop.inbox.Inbox;
import dev.longstop.inbox.Replay;
import dev.longstop.job.Asks;
import dev.longstop.job.Deadlines;
import dev.longstop.job.EffectPlan;
import dev.longstop.job.Jobs;
import dev.longstop.job.Launches;
import dev.longstop.job.Observation;
import dev.longstop.job.OverdueRuns;
import dev.longstop.queue.Aftermath;
import dev.longstop.queue.Callback;
import dev.longstop.queue.Called;
import dev.longstop.queue.Replays;
import dev.longstop.queue.Runs;
import dev.longstop.reconcile.Asker;
import dev.longstop.reconcile.CallBudgets;
import dev.longstop.reconcile.DeadlineWatch;
import dev.longstop.reconcile.JobReports;
import dev.longstop.reconcile.OpenJobs;
import dev.longstop.reconcile.PushSilence;
import dev.longstop.store.StoreFailure;
import dev.longstop.telemetry.Metrics;
import dev.longstop.verification.FakeTime;
import dev.longstop.verification.Generator;
import dev.longstop.verification.SeededRandomness;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/**
 * One node: real stages over a faulty way to the store. A crash throws every object away; a start builds them anew.
 */
final class Node {

    private static final int WORKERS = 4;
    private static final long ASK_IDLE_MS = 4_000;
    private static final long WATCH_IDLE_MS = 10_000;

    /** What a process has in memory. */
    private record Memory(String owner, Life life, FaultyStore store, Entrance entrance, Jobs jobs, Working working) {}

    /** What works in it. */
    private record Working(Runs runs, RunConsumer consumer, Replaying replaying) {}

    /** With what somebody replays. */
    record Replaying(Replay planner, Replays replays) {}

    private final String name;
    private final World world;
    private final Callbacks callbacks;
    private final Remote remote;
    private final Generator chance;
    private final FakeTime time;
    private Optional<Memory> memory = Optional.empty();
    private boolean asleep;
    private int starts;

    Node(String name, World world, Callbacks callbacks, Remote remote) {
        this.remote = remote;
        this.name = name;
        this.world = world;
        this.callbacks = callbacks;
        this.chance = Generator.of(world.scenario().seed()).fork("node " + name);
        this.time = clocks(world);
    }

    private static FakeTime clocks(World world) {
        var faults = world.faults();
        var stream = faults.stream(Fault.SKEW);
        return faults.strikes(Fault.SKEW, 1)
                ? FakeTime.skewed(
                        world.timeline().nowMs(),
                        stream.between(-600_000L, 600_000L),
                        stream.anyLong() / 4,
                        stream.between(-300, 300))
                : FakeTime.at(world.timeline().nowMs());
    }

    String name() {
        return name;
    }

    FakeTime time() {
        return time;
    }

    /** Whether it is there and goes on. */
    boolean awake() {
        return memory.map(there -> there.life.awake()).orElse(false);
    }

    /** The life that it has now, for who wants to end a pause of this life and no other. */
    Optional<Life> life() {
        return memory.map(Memory::life);
    }

    /** True time passes. */
    void passed(long ms) {
        if (asleep) {
            time.suspend(ms);
        } else {
            time.advance(ms);
        }
    }

    /** Builds the process from the store; tries again if the store is away. */
    void start() {
        var life = new Life();
        var own = chance.fork("start " + ++starts);
        var owner = name + "-" + starts;
        var store = new FaultyStore(world, life);
        var randomness = new SeededRandomness(own.fork("randomness").seed());
        var runs = new Runs(store, randomness);
        var effects = new Effects(store, randomness);
        try {
            time.follow(store.clockMs());
            if (world.scenario().nodes() == 1) {
                runs.voidOlderLeases(owner, World.holding())
                        .toCompletableFuture()
                        .join();
                effects.voidOlderLeases(owner).toCompletableFuture().join();
            }
        } catch (StoreFailure | CompletionException away) {
            world.timeline().in(1_000, "start " + name, this::start);
            return;
        }
        var workers = new SimulatedWorkers(WORKERS, world, life, own.fork("workers"));
        var agents = World.AGENTS.stream()
                .map(settings -> new ScriptedAgent(settings, world, callbacks))
                .toList();
        var parts =
                new RunConsumer.Parts(runs, agents, workers, time, randomness, new Metrics(new SimpleMeterRegistry()));
        var settings = new ConsumerSettings(owner, store.installation(), World.LEASE_MS, 1_000, 64, Map.of());
        var consumer = new RunConsumer(parts, settings);
        var entrance = new Entrance(World.SOURCE, new Inbox(store, World::policy), time, world.journal());
        new Turner(consumer.leases(), world, life, own.fork("renewals")).begin();
        new Turner(consumer, world, life, own.fork("turns")).begin();
        new Turner(new Courier(effects, world.target(), owner), world, life, own.fork("effects")).begin();
        var jobs = new Jobs(store, new JobEffects(store.installation(), owner), Remote.settings());
        if (Remote.isIn(world.scenario())) {
            follow(store, life, own, jobs);
        }
        memory = Optional.of(
                new Memory(owner, life, store, entrance, jobs, new Working(runs, consumer, replaying(store))));
    }

    private static Replaying replaying(FaultyStore store) {
        var planner = new Replay(
                store,
                () -> Map.of(World.SOURCE.name(), World.MENDED),
                () -> World.AGENTS.stream().map(World.Settings::name).collect(Collectors.toUnmodifiableSet()));
        return new Replaying(planner, new Replays(store, World::policy, Aftermath.none()));
    }

    /** What asks the platform that answers, and looks at the clock. */
    private void follow(FaultyStore store, Life life, Generator own, Jobs jobs) {
        var metrics = new Metrics(new SimpleMeterRegistry());
        var silence = new PushSilence(Set.of(Remote.NAME), metrics, alarm -> {}, time);
        var reports = new JobReports(metrics, alarm -> {}, silence);
        var account = Remote.account(store);
        var parts = new Asker.Parts(
                jobs,
                new Asks(store),
                new Launches(store),
                remote.caller(life),
                new CallBudgets(time),
                reports,
                metrics,
                time,
                new SeededRandomness(own.fork("paces").seed()));
        var asker = new Asker(account, parts, new SimulatedWorkers(2, world, life, own.fork("asking")));
        new Turner(asker, world, life, own.fork("asks")).resting(ASK_IDLE_MS).begin();
        var watch = new DeadlineWatch(
                new DeadlineWatch.Parts(
                        new Deadlines(store), new OverdueRuns(store, EffectPlan.none()), new OpenJobs(world.store())),
                List.of(account),
                reports,
                time);
        new Turner(watch, world, life, own.fork("deadlines"))
                .resting(WATCH_IDLE_MS)
                .begin();
    }

    /** A request arrives; nothing is heard of it while the process is gone, and late while it stands still. */
    void receive(Message message, IntConsumer answer) {
        memory.ifPresent(there -> there.life.run(() -> there.entrance.take(message, answer)));
    }

    /** Something was seen of a job; {@code kept} hears whether it is kept. */
    void observe(Observation observation, Consumer<Boolean> kept) {
        memory.ifPresent(there -> there.life.run(() ->
                there.jobs.observe(observation).whenComplete((observed, failure) -> kept.accept(failure == null))));
    }

    /** An agent says how a run went; {@code heard} what came of it, if anybody was there to hear. */
    void call(Callback callback, Consumer<Called> heard) {
        order(runs -> {
            var unused = runs.call(callback, World::retry).thenAccept(called -> {
                heard.accept(called);
                memory.ifPresent(there -> there.working.consumer.up());
            });
        });
    }

    /** Somebody wants something of the queue. */
    void order(Consumer<Runs> order) {
        memory.ifPresent(there -> there.life.run(() -> {
            order.accept(there.working.runs);
            there.working.consumer.look();
        }));
    }

    /** Somebody has events worked through again. */
    void replay(Consumer<Replaying> order) {
        memory.ifPresent(there -> there.life.run(() -> order.accept(there.working.replaying)));
    }

    /** Is gone, with everything in memory. */
    void crash() {
        memory.ifPresent(there -> {
            there.life.end();
            there.store.crash();
            world.leases().gone(there.owner);
            world.journal().count("crash");
        });
        memory = Optional.empty();
        asleep = false;
    }

    /** Stands still; {@code machine} says whether its monotonic clock does too. */
    void pause(boolean machine) {
        memory.ifPresent(there -> there.life.freeze());
        asleep = machine;
        world.journal().count(machine ? "suspend" : "freeze");
    }

    /** Goes on, if this is still the life that stood still. */
    void goOn(Life paused) {
        if (memory.map(there -> there.life == paused).orElse(false)) {
            asleep = false;
            paused.thaw();
        }
    }

    /** I14: a request waits for nothing but a commit that has not happened. */
    boolean answersAtOnce() {
        return memory.map(there -> !there.life.awake() || there.entrance.unanswered() <= there.store.deliveries())
                .orElse(true);
    }
}

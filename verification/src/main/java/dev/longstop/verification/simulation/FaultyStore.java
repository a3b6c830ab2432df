package dev.longstop.verification.simulation;

import dev.longstop.loop.Step;
import dev.longstop.store.Batch;
import dev.longstop.store.Dialect;
import dev.longstop.store.Read;
import dev.longstop.store.Store;
import dev.longstop.store.StoreFailure;
import dev.longstop.telemetry.ErrorCode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One node's way to the store, with everything that may go wrong on it.
 *
 * <p>A submit may fail before its commit, break in the middle of its transaction, or be committed while the one who
 * asked hears of a failure; commits and answers may be slow; reads may fail; for a while nothing may reach the store at
 * all. What a node has handed in when it crashes is committed or not, and nobody hears of it.
 *
 * <p>What is handed in waits for a commit of its stream, so that several share one; meanwhile everything else goes on,
 * also where the caller blocks. <i>Threads</i>: one.
 */
final class FaultyStore implements Store {

    /** An item that waits for its commit. */
    private record Waiting<I, O>(Batch<I, O> batch, I item, CompletableFuture<O> answer) {}

    private final Store below;
    private final Outage outage;
    private final Breakage breakage;
    private final Swarm faults;
    private final Timeline timeline;
    private final Blocking blocking;
    private final Journal journal;
    private final Life life;
    private final Map<Batch.Stream, List<Waiting<?, ?>>> waiting = new EnumMap<>(Batch.Stream.class);
    private int untold;

    FaultyStore(World world, Life life) {
        this.below = world.store();
        this.outage = world.outage();
        this.faults = world.faults();
        this.timeline = world.timeline();
        this.blocking = world.blocking();
        this.journal = world.journal();
        this.breakage = new Breakage(faults);
        this.life = life;
    }

    @Override
    public Dialect dialect() {
        return below.dialect();
    }

    @Override
    public <I, O> CompletionStage<O> submit(Batch<I, O> batch, I item) {
        var answer = new Awaited<O>(blocking, life);
        if (away() || faults.strikes(Fault.SUBMIT_FAILS, 0.3)) {
            answer.completeExceptionally(unavailable());
            return answer;
        }
        var stream = batch.stream();
        var queue = waiting.computeIfAbsent(stream, s -> new ArrayList<>());
        queue.add(new Waiting<>(breakage.on(batch, item), item, answer));
        if (queue.size() == 1) {
            timeline.in(delayMs(Fault.COMMIT_SLOW), "commit", () -> life.run(() -> commit(stream)));
        }
        return answer;
    }

    private boolean away() {
        return life.over() || outage.now();
    }

    private long delayMs(Fault slow) {
        var chance = faults.stream(slow);
        return faults.strikes(slow, 0.3) ? chance.between(100L, 2 * World.LEASE_MS) : chance.between(0L, 10L);
    }

    /** Hands in what waits, together, has it committed, and tells the callers what came of it, or something else. */
    private void commit(Batch.Stream stream) {
        var answers = handIn(stream);
        if (faults.strikes(Fault.ANSWER_SLOW, 0.3)) {
            timeline.in(delayMs(Fault.ANSWER_SLOW), "answer", () -> life.run(() -> answers.forEach(Runnable::run)));
        } else {
            answers.forEach(Runnable::run);
        }
    }

    private List<Runnable> handIn(Batch.Stream stream) {
        var entries = Optional.ofNullable(waiting.remove(stream)).orElse(List.of());
        var answers = new ArrayList<Runnable>();
        entries.forEach(entry -> handIn(entry, answers));
        for (var step : below.steps()) {
            while (step.turn() > 0) {}
        }
        if (answers.size() < entries.size()) {
            journal.complain(Invariant.I14, "a commit is over, and not everybody was told: " + entries);
        }
        return answers;
    }

    private <I, O> void handIn(Waiting<I, O> entry, List<Runnable> answers) {
        boolean lost = faults.strikes(Fault.ANSWER_LOST, 0.3);
        int weight = entry.batch.stream() == Batch.Stream.ACCEPT ? 1 : 0;
        untold += weight;
        below.submit(entry.batch, entry.item)
                .whenComplete((outcome, failure) -> answers.add(() -> {
                    untold -= weight;
                    if (failure != null) {
                        entry.answer.completeExceptionally(failure);
                    } else if (lost) {
                        entry.answer.completeExceptionally(unavailable());
                    } else {
                        entry.answer.complete(outcome);
                    }
                }));
    }

    /** How many deliveries wait for their commit, or for its answer to arrive. */
    int deliveries() {
        return untold
                + Optional.ofNullable(waiting.get(Batch.Stream.ACCEPT))
                        .map(List::size)
                        .orElse(0);
    }

    /** The node is gone: what it had handed in is committed or not, and nobody hears of it. */
    void crash() {
        for (var stream : Batch.Stream.values()) {
            if (waiting.containsKey(stream) && faults.stream(Fault.CRASH).chance(0.5)) {
                handIn(stream);
            }
        }
        waiting.clear();
    }

    @Override
    public <T> T read(Read<T> read) {
        if (away() || faults.strikes(Fault.READ_FAILS, 0.3)) {
            throw new StoreFailure(ErrorCode.STORE_READ_TIMEOUT, "a simulated read took too long", null);
        }
        return below.read(read);
    }

    @Override
    public long clockMs() {
        if (away()) {
            throw unavailable();
        }
        return below.clockMs();
    }

    private static StoreFailure unavailable() {
        return new StoreFailure(ErrorCode.STORE_UNAVAILABLE, "a simulated failure of the store", null);
    }

    @Override
    public String installation() {
        return below.installation();
    }

    @Override
    public List<Step> steps() {
        return List.of();
    }

    @Override
    public long walBytes() {
        return below.walBytes();
    }

    @Override
    public void close() {}
}

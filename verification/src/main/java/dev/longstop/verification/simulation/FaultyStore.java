package dev.longstop.verification.simulation;

import dev.longstop.loop.Step;
import dev.longstop.store.Batch;
import dev.longstop.store.Dialect;
import dev.longstop.store.Read;
import dev.longstop.store.Store;
import dev.longstop.store.StoreFailure;
import dev.longstop.telemetry.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One node's way to the store, with everything that may go wrong on it.
 *
 * <p>A submit may fail before its commit, break in the middle of its transaction, or be committed while the one who asked
 * hears of a failure; commits may be slow; reads may fail; for a while nothing may reach the store at all. What a node has
 * handed in when it crashes is committed or not, and nobody hears of it.
 *
 * <p>Deliveries wait for a commit of their own moment, so that several share one. Where the caller blocks it does so in
 * {@code submit}, before and after the commit, and everything else goes on meanwhile. <i>Threads</i>: one.
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
    private final Life life;
    private List<Waiting<?, ?>> waiting = new ArrayList<>();

    FaultyStore(World world, Life life) {
        this.below = world.store();
        this.outage = world.outage();
        this.faults = world.faults();
        this.timeline = world.timeline();
        this.blocking = world.blocking();
        this.breakage = new Breakage(faults);
        this.life = life;
    }

    @Override
    public Dialect dialect() {
        return below.dialect();
    }

    @Override
    public <I, O> CompletionStage<O> submit(Batch<I, O> batch, I item) {
        if (away() || faults.strikes(Fault.SUBMIT_FAILS, 0.3)) {
            return CompletableFuture.failedStage(unavailable());
        }
        var entry = new Waiting<>(breakage.on(batch, item), item, new CompletableFuture<O>());
        if (batch.stream() == Batch.Stream.WORK) {
            blocking.await(life, commitMs());
            commit(List.of(entry));
            if (faults.strikes(Fault.ANSWER_SLOW, 0.5)) {
                blocking.await(life, faults.stream(Fault.ANSWER_SLOW).between(0L, 2 * World.LEASE_MS));
            }
            return entry.answer;
        }
        waiting.add(entry);
        if (waiting.size() == 1) {
            timeline.in(commitMs(), "commit", () -> life.run(this::commitWaiting));
        }
        return entry.answer;
    }

    private boolean away() {
        return life.over() || outage.now();
    }

    private long commitMs() {
        return faults.strikes(Fault.COMMIT_SLOW, 0.5)
                ? faults.stream(Fault.COMMIT_SLOW).between(100L, 20_000L)
                : faults.stream(Fault.COMMIT_SLOW).between(1L, 15L);
    }

    private void commitWaiting() {
        var taken = waiting;
        waiting = new ArrayList<>();
        commit(taken);
    }

    /** Hands the items in together, has them committed, and tells the callers what came of it, or something else. */
    private void commit(List<? extends Waiting<?, ?>> entries) {
        var answers = new ArrayList<Runnable>(entries.size());
        entries.forEach(entry -> handIn(entry, answers));
        for (var step : below.steps()) {
            while (step.turn() > 0) {}
        }
        answers.forEach(Runnable::run);
    }

    private <I, O> void handIn(Waiting<I, O> entry, List<Runnable> answers) {
        boolean lost = faults.strikes(Fault.ANSWER_LOST, 0.3);
        below.submit(entry.batch, entry.item)
                .whenComplete((outcome, failure) -> answers.add(() -> {
                    if (failure != null) {
                        entry.answer.completeExceptionally(failure);
                    } else if (lost) {
                        entry.answer.completeExceptionally(unavailable());
                    } else {
                        entry.answer.complete(outcome);
                    }
                }));
    }

    /** How many deliveries wait for their commit. */
    int waiting() {
        return waiting.size();
    }

    /** The node is gone: what it had handed in is committed or not, and nobody hears of it. */
    void crash() {
        var left = waiting;
        waiting = new ArrayList<>();
        if (!left.isEmpty() && faults.stream(Fault.CRASH).chance(0.5)) {
            left.forEach(entry -> handIn(entry, new ArrayList<>()));
            below.steps().forEach(Step::turn);
        }
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

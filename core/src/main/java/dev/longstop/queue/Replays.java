package dev.longstop.queue;

import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * Replays: plans that are kept, and carried out once, however often that is asked (U9, M1).
 *
 * <p><i>Threads</i>: safe. Stages complete on a thread of the store. <i>Errors</i>: a stage fails with {@code
 * StoreFailure}; a part of the plan may be done then, and the same plan goes on with the rest. <i>Promises</i>: unique
 * (event, agent, round).
 */
public final class Replays {

    /** How long a plan can be carried out, in milliseconds. */
    public static final long KEPT_MS = PlanBatch.KEPT_MS;

    /** What one commit does: others' work is not to wait for a long plan. */
    static final int AT_ONCE = 100;

    private final Store store;
    private final ReplayBatch batch;

    /**
     * Replays in a store.
     *
     * @param policies what governs the birth of runs, by agent
     * @param aftermath what becomes of what runs began elsewhere whose place is taken by newer ones
     */
    public Replays(Store store, Policies policies, Aftermath aftermath) {
        this.store = store;
        this.batch = new ReplayBatch(policies, aftermath);
    }

    /** The runs of some events, by event; inside a read of the caller's. */
    public static Map<Long, List<ReplayRun>> standing(Tx tx, Collection<Long> seqs) {
        var rows = seqs.stream().map(seq -> new Object[] {seq}).toList();
        return tx.query(ReplaySql.STANDING, rows, ReplayRun::read).stream()
                .collect(Collectors.groupingBy(ReplayRun::eventSeq));
    }

    /** Keeps a plan for {@link #KEPT_MS}, and gives its fingerprint. Nothing begins. */
    public CompletionStage<String> keep(ReplayPlan plan, String actor) {
        return store.submit(PlanBatch.KEEP, new PlanBatch.Item(plan, actor));
    }

    /** The plan of a fingerprint; empty if there is none, or none any more. Blocks. */
    public Optional<ReplayPlan> find(String fingerprint) {
        return store.read(tx -> tx
                .query(
                        ReplaySql.PLAN,
                        Map.of("name", SettingSql.REPLAY + fingerprint, "since", tx.nowMs() - KEPT_MS),
                        row -> ReplayPlan.read(row.getString(1)))
                .stream()
                .findFirst());
    }

    /** Carries a plan out, in several commits. */
    public CompletionStage<List<Replayed>> carryOut(ReplayPlan plan, String actor) {
        return carryOut(plan, actor, 0, new ArrayList<>());
    }

    private CompletionStage<List<Replayed>> carryOut(ReplayPlan plan, String actor, int from, List<Replayed> done) {
        if (from >= plan.items().size()) {
            return CompletableFuture.completedStage(List.copyOf(done));
        }
        int to = Math.min(from + AT_ONCE, plan.items().size());
        var part = new ReplayBatch.Part(plan.fingerprint(), plan.items().subList(from, to), actor);
        return store.submit(batch, part).thenCompose(replayed -> {
            done.addAll(replayed);
            return carryOut(plan, actor, to, done);
        });
    }
}

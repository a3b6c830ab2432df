package dev.longstop.queue;

import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.Map;

/** Keeps plans of replays for a while, so that they are carried out as they were shown: by any node, also later. */
final class PlanBatch implements Batch<PlanBatch.Item, String> {

    static final PlanBatch KEEP = new PlanBatch();

    /** How long a plan can be carried out, in milliseconds. */
    static final long KEPT_MS = 86_400_000;

    private static final int KEPT_MAX = 100;

    private static final int FORGOTTEN_MAX = 1_000;

    /** A plan, and who made it. */
    record Item(ReplayPlan plan, String actor) {}

    private PlanBatch() {}

    @Override
    public String name() {
        return "plan";
    }

    @Override
    public List<String> apply(Tx tx, List<Item> items) {
        return items.stream().map(item -> apply(tx, item)).toList();
    }

    private static String apply(Tx tx, Item item) {
        var fingerprint = item.plan.fingerprint();
        var row = new Object[] {SettingSql.REPLAY + fingerprint, item.plan.text(), tx.nowMs(), item.actor};
        tx.write(SettingSql.KEEP, List.<Object[]>of(row));
        Map<String, Object> old = Map.of(
                "after",
                SettingSql.REPLAY,
                "end",
                SettingSql.REPLAY_END,
                "since",
                tx.nowMs() - KEPT_MS,
                "max",
                FORGOTTEN_MAX,
                "kept",
                KEPT_MAX);
        tx.update(ReplaySql.FORGET_PLANS, old);
        return fingerprint;
    }
}

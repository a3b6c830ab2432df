package dev.longstop.job;

import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Plans the next asks of jobs that were asked for. */
final class AskPlanBatch implements Batch<AskPlanBatch.Item, Boolean> {

    static final AskPlanBatch PLAN = new AskPlanBatch();

    /** A job, the mark of the ask, in how many milliseconds the next one is due, and when the answered one began. */
    record Item(long jobRow, long heldUntilMs, long delayMs, Optional<Long> answeredAtMs) {}

    private AskPlanBatch() {}

    @Override
    public String name() {
        return "ask-plan";
    }

    @Override
    public List<Boolean> apply(Tx tx, List<Item> items) {
        var byJob = new TreeMap<Long, Item>();
        items.forEach(item -> byJob.put(item.jobRow, item));
        var rows = byJob.values().stream()
                .map(item -> new Object[] {
                    item.jobRow, item.heldUntilMs, tx.nowMs() + item.delayMs, item.answeredAtMs.orElse(null)
                })
                .toList();
        var planned = new HashSet<>(tx.write(AskSql.PLAN, rows, row -> row.getLong(1)));
        return items.stream().map(item -> planned.contains(item.jobRow)).toList();
    }
}

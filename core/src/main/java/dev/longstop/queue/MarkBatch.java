package dev.longstop.queue;

import dev.longstop.event.SafeText;
import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.TreeMap;

/** Keeps the process of an attempt with its run, so that a reclaim can end it first. */
final class MarkBatch implements Batch<MarkBatch.Item, Boolean> {

    static final MarkBatch MARK = new MarkBatch();

    /** A lease and the mark of the process that works under it. */
    record Item(Lease lease, String process) {}

    private MarkBatch() {}

    @Override
    public String name() {
        return "mark";
    }

    @Override
    public List<Boolean> apply(Tx tx, List<Item> items) {
        var latest = new TreeMap<Long, Item>();
        for (var item : items) {
            latest.merge(item.lease.runId(), item, MarkBatch::newer);
        }
        var rows = latest.values().stream()
                .map(item -> new Object[] {item.lease.runId(), item.lease.token(), SafeText.of(item.process)})
                .toList();
        var held = Fence.held(tx, RunSql.MARK, rows);
        return items.stream().map(item -> held.contains(Fence.of(item.lease))).toList();
    }

    private static Item newer(Item one, Item other) {
        return other.lease.token() >= one.lease.token() ? other : one;
    }
}

package dev.longstop.queue;

import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.TreeMap;

/** Keeps by which token the callback of an attempt will be known: before the attempt begins, since it may be quick. */
final class ExpectBatch implements Batch<ExpectBatch.Item, Boolean> {

    static final ExpectBatch EXPECT = new ExpectBatch();

    /** A lease and the hash of the token that its agent is given. */
    record Item(Lease lease, String hash) {}

    private ExpectBatch() {}

    @Override
    public String name() {
        return "expect";
    }

    @Override
    public List<Boolean> apply(Tx tx, List<Item> items) {
        var latest = new TreeMap<Long, Item>();
        for (var item : items) {
            latest.merge(item.lease.runId(), item, ExpectBatch::newer);
        }
        var rows = latest.values().stream()
                .map(item -> new Object[] {item.lease.runId(), item.lease.token(), item.hash})
                .toList();
        var held = Fence.held(tx, RunSql.EXPECT, rows);
        return items.stream().map(item -> held.contains(Fence.of(item.lease))).toList();
    }

    private static Item newer(Item one, Item other) {
        return other.lease.token() >= one.lease.token() ? other : one;
    }
}

package dev.longstop.queue;

import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Extends leases, lapsed ones that nobody took included. */
final class RenewBatch implements Batch<RenewBatch.Item, Optional<Lease>> {

    static final RenewBatch RENEW = new RenewBatch();

    /** A lease and how long it is to last from now on. */
    record Item(Lease lease, long leaseMs) {}

    private RenewBatch() {}

    @Override
    public String name() {
        return "renew";
    }

    @Override
    public List<Optional<Lease>> apply(Tx tx, List<Item> items) {
        var latest = new TreeMap<Long, Item>();
        for (var item : items) {
            latest.merge(item.lease.runId(), item, RenewBatch::newer);
        }
        var rows = latest.values().stream()
                .map(item -> new Object[] {item.lease.runId(), item.lease.token(), tx.nowMs() + item.leaseMs})
                .toList();
        var renewed = new HashMap<Fence, Lease>();
        tx.write(RunSql.RENEW, rows, row -> new Lease(row.getLong(1), row.getLong(2), row.getString(3), row.getLong(4)))
                .forEach(lease -> renewed.put(Fence.of(lease), lease));
        return items.stream()
                .map(item -> Optional.ofNullable(renewed.get(Fence.of(item.lease))))
                .toList();
    }

    private static Item newer(Item one, Item other) {
        return other.lease.token() >= one.lease.token() ? other : one;
    }
}

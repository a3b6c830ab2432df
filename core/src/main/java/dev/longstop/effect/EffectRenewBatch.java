package dev.longstop.effect;

import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Extends leases of effects, lapsed ones that nobody took included. */
final class EffectRenewBatch implements Batch<EffectRenewBatch.Item, Optional<EffectLease>> {

    static final EffectRenewBatch RENEW = new EffectRenewBatch();

    /** A lease and how long it is to last from now on. */
    record Item(EffectLease lease, long leaseMs) {}

    private EffectRenewBatch() {}

    @Override
    public String name() {
        return "effect-renew";
    }

    @Override
    public List<Optional<EffectLease>> apply(Tx tx, List<Item> items) {
        var latest = new TreeMap<Long, Item>();
        for (var item : items) {
            latest.merge(
                    item.lease.effectId(),
                    item,
                    (one, other) -> other.lease.token() >= one.lease.token() ? other : one);
        }
        var rows = latest.values().stream()
                .map(item -> new Object[] {item.lease.effectId(), item.lease.token(), tx.nowMs() + item.leaseMs})
                .toList();
        var renewed = new HashMap<Long, EffectLease>();
        tx.write(
                        EffectSql.RENEW,
                        rows,
                        row -> new EffectLease(row.getLong(1), row.getLong(2), row.getString(3), row.getLong(4)))
                .forEach(lease -> renewed.put(lease.effectId(), lease));
        return items.stream()
                .map(item -> Optional.ofNullable(renewed.get(item.lease.effectId()))
                        .filter(lease -> lease.token() == item.lease.token()))
                .toList();
    }
}

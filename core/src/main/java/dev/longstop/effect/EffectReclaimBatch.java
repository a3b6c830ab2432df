package dev.longstop.effect;

import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.Map;

/** Takes effects back whose leases were lost. */
final class EffectReclaimBatch implements Batch<EffectReclaimBatch.Item, List<ReclaimedEffect>> {

    static final EffectReclaimBatch RECLAIM = new EffectReclaimBatch();

    private static final String SILENCE = "it was sent, and whoever sent it did not come back";
    private static final String SAID = "gave up: its lease was lost " + EffectSql.LAPSES_MAX + " times";

    /**
     * Which leases are looked for.
     *
     * @param owner this process
     * @param older whether all leases of other processes count as lost
     * @param graceMs how much longer than others' leases this process's own are left alone
     * @param max the most effects to take back
     */
    record Item(String owner, boolean older, long graceMs, int max) {}

    private EffectReclaimBatch() {}

    @Override
    public String name() {
        return "effect-reclaim";
    }

    @Override
    public List<List<ReclaimedEffect>> apply(Tx tx, List<Item> items) {
        return items.stream().map(item -> reclaim(tx, item)).toList();
    }

    private static List<ReclaimedEffect> reclaim(Tx tx, Item item) {
        long nowMs = tx.nowMs();
        var sql = item.older ? EffectSql.older(tx.dialect()) : EffectSql.lapsed(tx.dialect());
        var bounds = Map.of("owner", item.owner, "now_ms", nowMs, "own_ms", nowMs - item.graceMs, "max", item.max);
        var rows = tx.query(sql, bounds, row -> row.getLong(1)).stream()
                .sorted()
                .map(id -> new Object[] {id, nowMs, EffectSql.LAPSES_MAX, SILENCE, SAID})
                .toList();
        return tx.write(
                EffectSql.RECLAIM,
                rows,
                row -> new ReclaimedEffect(
                        row.getLong(1), row.getString(2), EffectState.of(row.getString(3)), row.getInt(4)));
    }
}

package dev.longstop.queue;

import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Takes runs back whose leases were lost. */
final class ReclaimBatch implements Batch<ReclaimBatch.Item, List<Reclaimed>> {

    private static final String SAID = "gave up: its lease was lost " + RunSql.LAPSES_MAX + " times";

    private final Aftermath aftermath;

    /**
     * Which leases are looked for.
     *
     * @param owner this process
     * @param older whether all leases of other processes count as lost
     * @param graceMs how much longer than others' leases this process's own are left alone
     * @param max the most runs to take back
     * @param holding agents whose runs are held
     */
    record Item(String owner, boolean older, long graceMs, int max, Set<String> holding) {

        Item {
            holding = Set.copyOf(holding);
        }
    }

    private record Lost(long id, String agent) {

        static Lost read(ResultSet row) throws SQLException {
            return new Lost(row.getLong(1), row.getString(2));
        }
    }

    ReclaimBatch(Aftermath aftermath) {
        this.aftermath = aftermath;
    }

    @Override
    public String name() {
        return "reclaim";
    }

    @Override
    public List<List<Reclaimed>> apply(Tx tx, List<Item> items) {
        return items.stream().map(item -> reclaim(tx, item)).toList();
    }

    private List<Reclaimed> reclaim(Tx tx, Item item) {
        long nowMs = tx.nowMs();
        var lost = item.older
                ? tx.query(RunSql.older(tx.dialect()), Map.of("owner", item.owner, "max", item.max), Lost::read)
                : tx.query(
                        RunSql.lapsed(tx.dialect()),
                        Map.of("owner", item.owner, "now_ms", nowMs, "own_ms", nowMs - item.graceMs, "max", item.max),
                        Lost::read);
        var rows = lost.stream()
                .sorted(Comparator.comparingLong(Lost::id))
                .map(run -> new Object[] {
                    run.id, nowMs, RunSql.LAPSES_MAX, SAID, item.holding.contains(run.agent) ? Interrupted.WHY : null
                })
                .toList();
        var taken = tx.write(RunSql.RECLAIM, rows, Reclaimed::read);
        aftermath.follow(tx, Aftermath.Over.of(taken));
        return taken;
    }
}

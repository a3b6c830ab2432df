package dev.longstop.job;

import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Takes jobs whose turn it is to be asked for. */
final class AskTakeBatch implements Batch<AskTakeBatch.Item, List<AskedJob>> {

    static final AskTakeBatch TAKE = new AskTakeBatch();

    /** Whose jobs, how many, for how long they are nobody else's, and how far before their turn. */
    record Item(String platform, int max, long holdMs, long aheadMs) {}

    private record Due(long jobRow, long atMs) {}

    private AskTakeBatch() {}

    @Override
    public String name() {
        return "ask-take";
    }

    @Override
    public List<List<AskedJob>> apply(Tx tx, List<Item> items) {
        return items.stream().map(item -> take(tx, item)).toList();
    }

    private static List<AskedJob> take(Tx tx, Item item) {
        var bounds = Map.of("platform", item.platform, "until_ms", tx.nowMs() + item.aheadMs, "max", item.max);
        var found = tx.query(AskSql.due(tx.dialect()), bounds, row -> new Due(row.getLong(1), row.getLong(2)));
        if (found.stream().noneMatch(job -> job.atMs <= tx.nowMs())) {
            return List.of();
        }
        var due = found.stream().map(Due::jobRow).toList();
        long heldUntilMs = tx.nowMs() + item.holdMs;
        var rows = due.stream()
                .sorted()
                .map(id -> new Object[] {id, tx.nowMs(), heldUntilMs})
                .toList();
        var taken = tx.write(AskSql.TAKE, rows, row -> new Object[] {row.getLong(1)});
        return tx.query(AskSql.TAKEN, taken, AskTakeBatch::read).stream()
                .sorted(Comparator.comparingInt(job -> due.indexOf(job.jobRow())))
                .toList();
    }

    private static AskedJob read(ResultSet row) throws SQLException {
        return new AskedJob(
                row.getLong(1),
                new JobKey(row.getString(2), row.getString(3)),
                Ownership.of(row.getString(4)),
                row.getString(5),
                row.getLong(6),
                row.getInt(7) == 1,
                JobRow.number(row, 8),
                row.getInt(9),
                JobRow.number(row, 11),
                row.getInt(12) == 1,
                row.getLong(10));
    }
}

package dev.longstop.queue;

import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.Map;

/** Ends runs that waited for a word that did not come in time. */
final class ExpireBatch implements Batch<Integer, List<Reclaimed>> {

    private static final String SAID = "no word came in time";

    private final Aftermath aftermath;

    ExpireBatch(Aftermath aftermath) {
        this.aftermath = aftermath;
    }

    @Override
    public String name() {
        return "expire";
    }

    @Override
    public List<List<Reclaimed>> apply(Tx tx, List<Integer> limits) {
        return limits.stream().map(max -> expire(tx, max)).toList();
    }

    private List<Reclaimed> expire(Tx tx, int max) {
        long nowMs = tx.nowMs();
        var overdue =
                tx.query(RunSql.overdue(tx.dialect()), Map.of("now_ms", nowMs, "max", max), row -> row.getLong(1));
        var rows = overdue.stream()
                .sorted()
                .map(id -> new Object[] {id, nowMs, SAID})
                .toList();
        var expired = tx.write(RunSql.EXPIRE, rows, Reclaimed::read);
        aftermath.follow(tx, Aftermath.Over.of(expired));
        return expired;
    }
}

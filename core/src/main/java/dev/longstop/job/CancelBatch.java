package dev.longstop.job;

import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.Map;

/** Keeps that platforms were asked to end jobs. */
final class CancelBatch implements Batch<Long, Boolean> {

    static final CancelBatch CANCEL = new CancelBatch();

    private static final String REQUESTED = """
            -- job: keep that a platform was asked to end a job
            update job set
                cancel_requested_at = coalesce(cancel_requested_at, :now_ms),
                cancel_sent_at = :now_ms
            where id = :id and ended_at is null
            """;

    private CancelBatch() {}

    @Override
    public String name() {
        return "cancel";
    }

    @Override
    public List<Boolean> apply(Tx tx, List<Long> rows) {
        return rows.stream()
                .map(row -> tx.update(REQUESTED, Map.of("id", row, "now_ms", tx.nowMs())) > 0)
                .toList();
    }
}

package dev.longstop.queue;

import dev.longstop.event.SafeText;
import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import dev.longstop.time.Randomness;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Settles runs by their callbacks. The first who says how a run ended is believed: a callback may be quicker than the
 * answer to the attempt that it belongs to, which then finds its lease gone.
 */
final class CallBatch implements Batch<CallBatch.Item, Called> {

    /** Between the look and the write another node may settle the attempt, once. */
    private static final int LOOKS_MAX = 3;

    /** A callback, and what makes its ending a state. */
    record Item(Callback callback, Function<String, RetrySettings> retry, Randomness randomness) {}

    private record Standing(String agent, RunState state, int attempts, String event) {

        static Standing read(ResultSet row) throws SQLException {
            return new Standing(row.getString(1), RunState.of(row.getString(2)), row.getInt(3), row.getString(4));
        }

        /** Whether the attempt that the callback belongs to has been counted. */
        boolean counted() {
            return state != RunState.RUNNING;
        }
    }

    private final Aftermath aftermath;

    CallBatch(Aftermath aftermath) {
        this.aftermath = aftermath;
    }

    @Override
    public String name() {
        return "call";
    }

    @Override
    public List<Called> apply(Tx tx, List<Item> items) {
        return items.stream().map(item -> apply(tx, item)).toList();
    }

    private Called apply(Tx tx, Item item) {
        var callback = item.callback;
        var hash = Callback.hash(callback.token());
        for (int look = 0; look < LOOKS_MAX; look++) {
            var found = tx.query(RunSql.CALLED, Map.of("run_id", callback.runId(), "hash", hash), Standing::read);
            if (found.isEmpty()) {
                return new Called.Unknown();
            }
            var run = found.get(0);
            if (run.state.over()) {
                return new Called.Late();
            }
            int before = run.counted() ? run.attempts - 1 : run.attempts;
            var next = callback.ending().next(Math.max(0, before), item.retry.apply(run.agent), item.randomness);
            if (run.state == RunState.HELD && next.state() == RunState.PENDING) {
                // A person was asked first.
                return new Called.Late();
            }
            var row = row(callback.runId(), hash, run, next, tx.nowMs());
            if (!tx.write(RunSql.CALL, List.<Object[]>of(row), written -> written.getLong(1))
                    .isEmpty()) {
                if (next.state().over()) {
                    aftermath.follow(tx, List.of(new Aftermath.Over(callback.runId(), next.state())));
                }
                return new Called.Taken(callback.runId(), run.agent, run.event, next.state());
            }
        }
        throw new IllegalStateException("a run changed at every look");
    }

    private static Object[] row(long runId, String hash, Standing run, Next next, long nowMs) {
        var report = next.report().orElseThrow(() -> new IllegalStateException("a callback says something"));
        var result = ResultText.of(report.result(), report.cut());
        return new Object[] {
            runId,
            hash,
            run.state.word(),
            next.state().word(),
            run.counted() ? 0 : next.answers(),
            next.state() == RunState.PENDING ? nowMs + next.delayMs() : null,
            next.state().over() ? nowMs : null,
            SafeText.of(report.outcome(), SettleBatch.OUTCOME_CHARS_MAX),
            result.text(),
            result.cut() ? 1 : 0
        };
    }
}

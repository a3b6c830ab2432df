package dev.longstop.queue;

import dev.longstop.event.SafeText;
import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Writes how attempts ended. Zero rows are an answer: the run is not ours to write any more (W1, W10). */
final class SettleBatch implements Batch<SettleBatch.Item, Boolean> {

    static final int OUTCOME_CHARS_MAX = 1_000;

    private final Aftermath aftermath;

    /** A lease and what becomes of its run. */
    record Item(Lease lease, Next next) {

        /** The same, as a failure: what the agent left cannot be stored (F6). */
        Item unstorable() {
            var report = new Ending.Report("its result could not be stored", OptionalInt.empty(), "", true);
            return new Item(lease, new Next(RunState.DEAD, 1, 0, Optional.of(report)));
        }
    }

    SettleBatch(Aftermath aftermath) {
        this.aftermath = aftermath;
    }

    @Override
    public String name() {
        return "settle";
    }

    @Override
    public long bytes(Item item) {
        return 512
                + item.next
                        .report()
                        .map(report -> (long) report.result().length())
                        .orElse(0L);
    }

    @Override
    public List<Boolean> apply(Tx tx, List<Item> items) {
        // Of several that settle one lease the first does; rows in the order of ids, as everywhere.
        var first = new TreeMap<Long, Item>();
        for (var item : items) {
            first.merge(item.lease.runId(), item, SettleBatch::newer);
        }
        var rows = first.values().stream().map(item -> row(item, tx.nowMs())).toList();
        var held = Fence.held(tx, RunSql.SETTLE, rows);
        var over = first.values().stream()
                .filter(item -> item.next.state().over() && held.contains(Fence.of(item.lease)))
                .map(item -> new Aftermath.Over(item.lease.runId(), item.next.state()))
                .toList();
        aftermath.follow(tx, over);
        // Each fence answers once: a second settlement of the same lease finds it gone, as it would in a later batch.
        return items.stream().map(item -> held.remove(Fence.of(item.lease))).toList();
    }

    /** Of two that settle one run, the one whose token is higher: the other's lease was lost. */
    private static Item newer(Item one, Item other) {
        return other.lease.token() > one.lease.token() ? other : one;
    }

    private static Object[] row(Item item, long nowMs) {
        var next = item.next;
        var report = next.report();
        var result = report.map(left -> ResultText.of(left.result(), left.cut()));
        return new Object[] {
            item.lease.runId(),
            item.lease.token(),
            next.state().word(),
            next.answers(),
            next.state() == RunState.PENDING ? nowMs + next.delayMs() : null,
            next.state() == RunState.WAITING ? nowMs + next.delayMs() : null,
            next.job().orElse(null),
            next.state() == RunState.HELD ? Interrupted.WHY : null,
            next.state().over() ? nowMs : null,
            report.map(left -> SafeText.of(left.outcome(), OUTCOME_CHARS_MAX)).orElse(null),
            report.flatMap(left -> left.exitCode().stream().boxed().findFirst()).orElse(null),
            result.map(ResultText::text).orElse(null),
            result.map(ResultText::cut).orElse(false) ? 1 : 0
        };
    }
}

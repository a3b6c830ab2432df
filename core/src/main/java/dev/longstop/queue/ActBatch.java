package dev.longstop.queue;

import dev.longstop.event.SafeText;
import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.Map;

/** Does what people want with runs, and writes down who wanted it. */
final class ActBatch implements Batch<ActBatch.Item, Acted> {

    private static final int ACTOR_CHARS_MAX = 100;

    /** Between the look and the write the run may go on. */
    private static final int LOOKS_MAX = 5;

    /** An act, its run, and who wants it. */
    record Item(Act act, long runId, String actor) {}

    private static final String STANDS = """
            -- queue: where a run stands
            select state from run where id = :run_id
            """;

    private static final String REQUEUE = """
            -- queue: requeue a run
            update run set
                state = 'pending',
                lane_wait = 0,
                attempts = 0,
                lapses = 0,
                due_at = :now_ms,
                ended_at = null,
                callback_hash = null,
                job_row = null
            where id = :run_id and state = :was
            """;

    private static final String CANCEL = """
            -- queue: cancel a run
            update run set
                state = 'cancelled',
                due_at = null,
                wait_until = null,
                held = null,
                lease_until = null,
                lease_owner = null,
                ended_at = :now_ms,
                outcome = :said
            where id = :run_id and state = :was
            """;

    private static final String AWAIT_CANCEL = """
            -- queue: note that a run's job is to end
            update run set outcome = :said
            where id = :run_id and state = 'waiting'
            """;

    private static final String RELEASE = """
            -- queue: release a run
            update run set
                state = 'pending',
                lane_wait = 0,
                held = null,
                due_at = :now_ms
            where id = :run_id and state = :was
            """;

    private static final String HURRY = """
            -- queue: let a run go ahead
            update run set
                urgent = 1,
                due_at = case when due_at > :now_ms then :now_ms else due_at end
            where id = :run_id and state = :was
            """;

    private final Aftermath aftermath;

    ActBatch(Aftermath aftermath) {
        this.aftermath = aftermath;
    }

    @Override
    public String name() {
        return "act";
    }

    @Override
    public List<Acted> apply(Tx tx, List<Item> items) {
        return items.stream().map(item -> apply(tx, item)).toList();
    }

    private Acted apply(Tx tx, Item item) {
        for (int look = 0; look < LOOKS_MAX; look++) {
            var stands = tx.query(STANDS, Map.of("run_id", item.runId), row -> RunState.of(row.getString(1)));
            if (stands.isEmpty()) {
                return new Acted.Missing();
            }
            var was = stands.get(0);
            if (!item.act.from().contains(was)) {
                return new Acted.Refused(was);
            }
            if (item.act == Act.CANCEL && asksElsewhere(tx, item, was)) {
                ActionLog.write(tx, item.actor, item.act.word(), "run " + item.runId);
                return new Acted.Did(item.act, item.runId, was);
            }
            if (update(tx, item, was) == 1) {
                if (item.act == Act.CANCEL) {
                    aftermath.giveUp(tx, List.of(item.runId));
                    aftermath.follow(tx, List.of(new Aftermath.Over(item.runId, RunState.CANCELLED)));
                }
                ActionLog.write(tx, item.actor, item.act.word(), "run " + item.runId);
                return new Acted.Did(item.act, item.runId, was);
            }
        }
        throw new IllegalStateException("a run changed at every look");
    }

    /** A run that waits for a job ends with it: its platform is asked, and only its word is believed. */
    private boolean asksElsewhere(Tx tx, Item item, RunState was) {
        return aftermath.giveUp(tx, List.of(item.runId)).contains(item.runId)
                && was == RunState.WAITING
                && tx.update(
                                AWAIT_CANCEL,
                                Map.of(
                                        "run_id",
                                        item.runId,
                                        "said",
                                        "its platform is asked to end its job, by " + actor(item)))
                        == 1;
    }

    private static String actor(Item item) {
        return SafeText.of(item.actor, ACTOR_CHARS_MAX);
    }

    private static int update(Tx tx, Item item, RunState was) {
        var now = Map.<String, Object>of("run_id", item.runId, "was", was.word(), "now_ms", tx.nowMs());
        return switch (item.act) {
            case REQUEUE -> tx.update(REQUEUE, now);
            case RELEASE -> tx.update(RELEASE, now);
            case HURRY -> tx.update(HURRY, now);
            case CANCEL ->
                tx.update(
                        CANCEL,
                        Map.of(
                                "run_id",
                                item.runId,
                                "was",
                                was.word(),
                                "now_ms",
                                tx.nowMs(),
                                "said",
                                "cancelled by " + actor(item)));
        };
    }
}

package dev.longstop.queue;

import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.Map;

/**
 * Lets the runs to come of an agent be found in their lanes by newer ones: those that were born while the agent's lanes
 * only queued.
 */
final class GovernBatch implements Batch<GovernBatch.Item, Integer> {

    static final GovernBatch GOVERN = new GovernBatch();

    /**
     * Whose runs.
     *
     * @param max the most to write at once
     */
    record Item(String agent, int max) {}

    private static final String PENDING = """
            -- queue: govern the pending runs of an agent
            update run set lane_governed = 1
            where id in (
                select r.id from run as r
                where r.agent = :agent and r.state = 'pending' and r.lane is not null and r.lane_governed = 0
                order by r.agent, r.lane_wait, r.urgent, r.due_at, r.id
                limit :max)
            """;

    private static final String HELD = """
            -- queue: govern the held runs of an agent
            update run set lane_governed = 1
            where id in (
                select r.id from run as r
                where r.state = 'held' and r.state <> 'done' and r.agent = :agent and r.lane is not null
                    and r.lane_governed = 0
                order by r.event_seq
                limit :max)
            """;

    private GovernBatch() {}

    @Override
    public String name() {
        return "govern";
    }

    @Override
    public List<Integer> apply(Tx tx, List<Item> items) {
        return items.stream().map(item -> apply(tx, item)).toList();
    }

    private static Integer apply(Tx tx, Item item) {
        var values = Map.of("agent", item.agent, "max", item.max);
        return tx.update(PENDING, values) + tx.update(HELD, values);
    }
}

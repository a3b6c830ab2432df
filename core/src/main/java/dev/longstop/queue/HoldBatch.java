package dev.longstop.queue;

import dev.longstop.event.SafeText;
import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.Map;

/** Holds the pending runs of the events that a secret let in, and writes down who wanted it. */
final class HoldBatch implements Batch<HoldBatch.Item, Integer> {

    static final HoldBatch HOLD = new HoldBatch();

    private static final int NAME_CHARS_MAX = 200;

    /**
     * Whose runs.
     *
     * @param source the source of the events
     * @param secret the name of the secret that let them in
     * @param actor who wants it
     * @param max the most to hold at once
     */
    record Item(String source, String secret, String actor, int max) {}

    private static final String OF_SECRET = """
            -- queue: hold what a secret let in
            update run set
                state = 'held',
                held = :why,
                due_at = null
            where state = 'pending' and id in (
                select r.id
                from run as r
                join inbox as i on i.seq = r.event_seq
                join delivery as d on d.id = i.delivery_id
                where r.state = 'pending'
                    and r.source = :source
                    and d.secret = :secret
                order by r.due_at, r.id
                limit :max)
            """;

    private HoldBatch() {}

    @Override
    public String name() {
        return "hold";
    }

    @Override
    public List<Integer> apply(Tx tx, List<Item> items) {
        return items.stream().map(item -> apply(tx, item)).toList();
    }

    private static Integer apply(Tx tx, Item item) {
        int held = tx.update(
                OF_SECRET,
                Map.of(
                        "why", "secret: " + SafeText.of(item.secret, NAME_CHARS_MAX),
                        "source", item.source,
                        "secret", item.secret,
                        "max", item.max));
        ActionLog.write(tx, item.actor, "hold", "secret " + item.secret + " of " + item.source);
        return held;
    }
}

package dev.longstop.effect;

import dev.longstop.event.SafeText;
import dev.longstop.queue.Fence;
import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Writes how attempts of effects ended. Zero rows are an answer: the effect is not ours to write any more. */
final class EffectSettleBatch implements Batch<EffectSettleBatch.Item, Boolean> {

    static final EffectSettleBatch SETTLE = new EffectSettleBatch();

    /** The order in which every node writes rows. */
    static final Comparator<Fence> ORDER = Comparator.comparingLong(Fence::id).thenComparingLong(Fence::token);

    private static final int OUTCOME_CHARS_MAX = 1_000;
    private static final int ANSWER_CHARS_MAX = 8_192;

    /** A lease and what becomes of its effect. */
    record Item(EffectLease lease, EffectNext next) {}

    private EffectSettleBatch() {}

    static Fence fence(EffectLease lease) {
        return new Fence(lease.effectId(), lease.token());
    }

    @Override
    public String name() {
        return "effect-settle";
    }

    @Override
    public List<Boolean> apply(Tx tx, List<Item> items) {
        // Fences that were lost write nothing wherever they stand; of two that settle one lease the first does.
        var first = new TreeMap<Fence, Item>(ORDER);
        items.forEach(item -> first.putIfAbsent(fence(item.lease), item));
        var rows = first.values().stream().map(item -> row(item, tx.nowMs())).toList();
        var held = Fence.held(tx, EffectSql.SETTLE, rows);
        return items.stream().map(item -> held.remove(fence(item.lease))).toList();
    }

    private static Object[] row(Item item, long nowMs) {
        var next = item.next;
        boolean over = next.state().over();
        return new Object[] {
            item.lease.effectId(),
            item.lease.token(),
            next.state().word(),
            next.answers(),
            over ? null : nowMs + next.delayMs(),
            over ? nowMs : null,
            next.outcome().map(text -> SafeText.of(text, OUTCOME_CHARS_MAX)).orElse(null),
            next.answer().map(EffectEnding.Answer::status).orElse(null),
            next.answer()
                    .map(answer -> SafeText.of(answer.text(), ANSWER_CHARS_MAX))
                    .orElse(null)
        };
    }
}

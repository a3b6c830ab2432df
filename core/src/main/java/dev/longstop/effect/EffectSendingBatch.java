package dev.longstop.effect;

import dev.longstop.queue.Fence;
import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.TreeSet;

/** Says, before a request leaves, that it may have left. */
final class EffectSendingBatch implements Batch<EffectLease, Boolean> {

    static final EffectSendingBatch SENDING = new EffectSendingBatch();

    private EffectSendingBatch() {}

    @Override
    public String name() {
        return "effect-sending";
    }

    @Override
    public List<Boolean> apply(Tx tx, List<EffectLease> leases) {
        var fences = new TreeSet<>(EffectSettleBatch.ORDER);
        leases.forEach(lease -> fences.add(EffectSettleBatch.fence(lease)));
        var rows = fences.stream()
                .map(fence -> new Object[] {fence.id(), fence.token(), tx.nowMs()})
                .toList();
        var held = Fence.held(tx, EffectSql.SENDING, rows);
        return leases.stream()
                .map(lease -> held.contains(EffectSettleBatch.fence(lease)))
                .toList();
    }
}

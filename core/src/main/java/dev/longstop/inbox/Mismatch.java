package dev.longstop.inbox;

import dev.longstop.event.Delivery;
import dev.longstop.store.Tx;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Other content that came under a known key: evidence, never applied (S4, A27).
 *
 * @param eventSeq the event whose first content stays
 * @param itemHash SHA-256 of what came, 32 bytes
 * @param bodyHash SHA-256 of the body that brought it, 32 bytes
 * @param bodyBytes that body's size
 * @param receivedAtMs when it came, in epoch milliseconds
 */
record Mismatch(long eventSeq, byte[] itemHash, byte[] bodyHash, int bodyBytes, long receivedAtMs) {

    /** Different contents that are kept of one event. */
    static final int MAX = 20;

    static Mismatch of(long eventSeq, Acceptance.Item item, Delivery delivery) {
        return new Mismatch(
                eventSeq, item.hash(), delivery.bodyHash(), delivery.body().length, delivery.receivedAtMs());
    }

    /**
     * Keeps each content once, and no more than {@link #MAX} of an event: a sender that lies does not fill the store.
     */
    static void keep(Tx tx, List<Mismatch> mismatches) {
        if (mismatches.isEmpty()) {
            return;
        }
        var kept = kept(tx, mismatches);
        var rows = new ArrayList<Object[]>();
        for (var mismatch : mismatches) {
            var contents = kept.get(mismatch.eventSeq);
            if (contents != null && contents.size() < MAX && contents.add(ByteBuffer.wrap(mismatch.itemHash))) {
                rows.add(mismatch.row(tx.nextId("mismatch")));
            }
        }
        tx.write(InboxSql.MISMATCH, rows);
    }

    private static Map<Long, Set<ByteBuffer>> kept(Tx tx, List<Mismatch> mismatches) {
        var kept = new HashMap<Long, Set<ByteBuffer>>();
        mismatches.forEach(mismatch -> kept.put(mismatch.eventSeq, new HashSet<>()));
        var events = kept.keySet().stream().map(seq -> new Object[] {seq}).toList();
        tx.query(InboxSql.MISMATCHES_KEPT, events, row -> Map.entry(row.getLong(1), ByteBuffer.wrap(row.getBytes(2))))
                .forEach(known ->
                        kept.getOrDefault(known.getKey(), new HashSet<>()).add(known.getValue()));
        return kept;
    }

    private Object[] row(long id) {
        return new Object[] {id, eventSeq, itemHash, bodyHash, bodyBytes, receivedAtMs};
    }
}

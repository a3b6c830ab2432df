package dev.longstop.inbox;

import dev.longstop.event.Delivery;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * One event of a delivery on its way through a commit.
 *
 * @param letter the delivery that brings it, with what its source says of repeats
 * @param deliveryId the row that the request gets if any of its events is new
 * @param index its place within the delivery
 * @param item what it says
 * @param key its identity
 * @param leads whether it is the first of its key in the batch: it alone is offered to the table
 * @param replay whether its body is looked for, or was seen in the batch: see {@link InboxSql}
 */
record Arrival(
        Letter letter, long deliveryId, int index, Acceptance.Item item, EventKey key, boolean leads, int replay) {

    private record Body(String source, ByteBuffer hash) {}

    /** The events of a batch in the order of their arrival, those of one key folded behind the first. */
    static List<Arrival> fold(List<Letter> letters, ToLongFunction<Letter> deliveryIds) {
        var arrivals = new ArrayList<Arrival>(letters.size());
        var keys = new HashSet<EventKey>();
        Map<Body, Long> bodies = new HashMap<>();
        for (var letter : letters) {
            var acceptance = letter.acceptance();
            var delivery = acceptance.delivery();
            long deliveryId = deliveryIds.applyAsLong(letter);
            for (int i = 0; i < acceptance.items().size(); i++) {
                var item = acceptance.items().get(i);
                var key = new EventKey(delivery.source(), item.id().text());
                boolean leads = keys.add(key);
                // What counts as the same event is taken to that event before: see RepeatedBodies.
                boolean watched = acceptance.repeats().replays() != Source.Replays.DUPLICATE;
                int replay = leads && watched && delivery.replayWatch()
                        ? replay(delivery, deliveryId, bodies)
                        : InboxSql.REPLAY_UNWATCHED;
                arrivals.add(new Arrival(letter, deliveryId, i, item, key, leads, replay));
            }
        }
        return arrivals;
    }

    Acceptance acceptance() {
        return letter.acceptance();
    }

    /** The request that brings it. */
    Delivery delivery() {
        return letter.delivery();
    }

    /** The same event under another key. */
    Arrival as(EventKey other, boolean first) {
        return new Arrival(letter, deliveryId, index, item, other, first, replay);
    }

    /** The same event, whose body is known to have come or not. */
    Arrival as(int otherReplay) {
        return new Arrival(letter, deliveryId, index, item, key, leads, otherReplay);
    }

    private static int replay(Delivery delivery, long deliveryId, Map<Body, Long> bodies) {
        var body = new Body(delivery.source(), ByteBuffer.wrap(delivery.bodyHash()));
        var first = bodies.putIfAbsent(body, deliveryId);
        // Several events of one delivery share its body; they are not its replay.
        return first == null || first == deliveryId ? InboxSql.REPLAY_WATCHED : InboxSql.REPLAY_SEEN;
    }
}

package dev.longstop.inbox;

import dev.longstop.event.EventId;
import dev.longstop.inbox.AcceptBatch.Standing;
import dev.longstop.store.Tx;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the event that a body belongs to, where its id alone does not say it.
 *
 * <p>A body without an id of its own is the same event within its source's window, and another one after it: its id
 * then gets the number of the window that it falls into, counted from the first. A signed body under another, unsigned
 * id is the same event where the source says so. <i>Source</i>: design section 3, "Identity".
 */
final class RepeatedBodies {

    private record Body(String source, ByteBuffer hash, int item) {

        static Body of(Arrival arrival) {
            return new Body(
                    arrival.key().source(), ByteBuffer.wrap(arrival.delivery().bodyHash()), arrival.index());
        }
    }

    private static final long[] NONE = {};

    /** Stands for a delivery where there is none to look at. */
    private static final long[] NOWHERE = {0};

    private RepeatedBodies() {}

    /** Takes watched bodies that are known, of sources that take them for the same event, to that event. */
    static List<Arrival> merged(Tx tx, List<Arrival> arrivals, Map<EventKey, Standing> standing) {
        var firsts = new LinkedHashMap<Body, Arrival>();
        for (var arrival : arrivals) {
            if (arrival.leads() && merges(arrival)) {
                firsts.putIfAbsent(Body.of(arrival), arrival);
            }
        }
        if (firsts.isEmpty()) {
            return arrivals;
        }
        var keys = new HashMap<Body, EventKey>();
        firsts.forEach((body, first) -> keys.put(body, first.key()));
        firstEvents(tx, firsts).forEach((body, first) -> {
            keys.put(body, first.key());
            standing.put(first.key(), first);
        });
        var moved = new HashMap<EventKey, EventKey>();
        for (var arrival : arrivals) {
            var key = arrival.leads() && merges(arrival) ? keys.get(Body.of(arrival)) : null;
            if (key != null && !key.equals(arrival.key())) {
                moved.put(arrival.key(), key);
            }
        }
        return moved(arrivals, moved, Map.of());
    }

    private static Map<Body, Standing> firstEvents(Tx tx, Map<Body, Arrival> arrivals) {
        var known = KnownBodies.of(tx);
        var bodies = new ArrayList<Body>();
        var rows = new ArrayList<Object[]>();
        for (var arrival : arrivals.values()) {
            int place = bodies.size();
            bodies.add(Body.of(arrival));
            var hash = arrival.delivery().bodyHash();
            var candidates = known.map(it -> it.candidates(hash)).orElse(NONE);
            for (long candidate : candidates.length == 0 ? NOWHERE : candidates) {
                rows.add(new Object[] {
                    arrival.key().source(), hash, arrival.index(), KnownBodies.key(hash), candidate, place
                });
            }
        }
        var first = new HashMap<Body, Standing>();
        tx.query(InboxSql.firstOfBody(tx.dialect()), rows, row -> Map.entry(row.getInt(9), Standing.known(row)))
                .forEach(found -> first.merge(
                        bodies.get(found.getKey()),
                        found.getValue(),
                        (one, other) -> one.seq() <= other.seq() ? one : other));
        return first;
    }

    private static boolean merges(Arrival arrival) {
        return arrival.delivery().replayWatch()
                && arrival.acceptance().repeats().replays() == Source.Replays.DUPLICATE;
    }

    /** Gives bodies without an id of their own another one, where the event that they would be is too old. */
    static List<Arrival> renewed(Tx tx, List<Arrival> arrivals, Map<EventKey, Standing> standing) {
        var late = new ArrayList<Arrival>();
        for (var arrival : arrivals) {
            if (arrival.leads() && arrival.item().id().origin() == EventId.Origin.BODY_HASH) {
                var row = standing.get(arrival.key());
                if (row != null && !row.fresh() && isLate(arrival, row)) {
                    late.add(arrival);
                }
            }
        }
        if (late.isEmpty()) {
            return arrivals;
        }
        var rows = new ArrayList<Object[]>();
        for (var arrival : late) {
            long window = window(arrival, standing);
            rows.add(new Object[] {
                arrival.key().source(), numbered(arrival, window).id()
            });
            rows.add(new Object[] {
                arrival.key().source(), numbered(arrival, window - 1).id()
            });
        }
        var known = new HashMap<EventKey, Standing>();
        tx.query(InboxSql.STANDING, rows, Standing::known).forEach(row -> known.put(row.key(), row));
        var moved = new HashMap<EventKey, EventKey>();
        for (var arrival : late) {
            long window = window(arrival, standing);
            var before = known.get(numbered(arrival, window - 1));
            boolean ofTheOneBefore = before != null && !isLate(arrival, before);
            moved.put(arrival.key(), numbered(arrival, ofTheOneBefore ? window - 1 : window));
        }
        standing.putAll(known);
        return moved(arrivals, moved, known);
    }

    private static boolean isLate(Arrival arrival, Standing row) {
        return arrival.delivery().receivedAtMs() - row.receivedAtMs()
                >= arrival.acceptance().repeats().dedupWindowMs();
    }

    /** Which window after the first it falls into, from 1. */
    private static long window(Arrival arrival, Map<EventKey, Standing> standing) {
        var first = standing.get(arrival.key());
        long ageMs = first == null ? 0 : arrival.delivery().receivedAtMs() - first.receivedAtMs();
        return ageMs / arrival.acceptance().repeats().dedupWindowMs();
    }

    private static EventKey numbered(Arrival arrival, long window) {
        var key = arrival.key();
        return window == 0 ? key : new EventKey(key.source(), key.id() + "." + window);
    }

    // All arrivals of a key go with it. Of those that come together the first of this batch leads.
    private static List<Arrival> moved(
            List<Arrival> arrivals, Map<EventKey, EventKey> moved, Map<EventKey, Standing> known) {
        if (moved.isEmpty()) {
            return arrivals;
        }
        var led = new HashMap<EventKey, Boolean>();
        var all = new ArrayList<Arrival>(arrivals.size());
        for (var arrival : arrivals) {
            var key = moved.getOrDefault(arrival.key(), arrival.key());
            boolean first = led.putIfAbsent(key, true) == null;
            all.add(arrival.as(key, first && !known.containsKey(key)));
        }
        return all;
    }
}

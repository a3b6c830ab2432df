package dev.longstop.inbox;

import java.util.Arrays;

/**
 * Deliveries by the keys of their bodies, in sixteen bytes each, and nearly in the order of the keys.
 *
 * <p>A key's place is what its first bits say, or the next free one: keys are taken from hashes, which are spread
 * evenly. Whoever walks through the places therefore meets neighbours one after the other, without any sorting.
 *
 * <p><i>Threads</i>: one at a time.
 */
final class BodyMap {

    private static final int PLACES_MIN = 1_024;
    private static final int FULL_PERCENT = 75;
    private static final long[] NONE = {};

    /** Key and delivery by turns; a delivery of 0 is a free place. */
    private long[] places = new long[2 * PLACES_MIN];

    private int size;
    private long lastDelivery;

    /** What takes the entries that are met on a walk. */
    interface Visitor {
        /** An entry. */
        void entry(long key, long deliveryId);
    }

    /**
     * Adds an entry; one more for a key that is there already.
     *
     * @param deliveryId above 0
     */
    void add(long key, long deliveryId) {
        if (deliveryId <= 0) {
            throw new IllegalArgumentException("a delivery has a number above 0, not " + deliveryId);
        }
        if ((size + 1) * 100L > capacity() * (long) FULL_PERCENT) {
            grow();
        }
        put(key, deliveryId);
        size++;
        lastDelivery = Math.max(lastDelivery, deliveryId);
    }

    /** The deliveries of a key. */
    long[] deliveries(long key) {
        long[] found = NONE;
        for (int at = place(key); places[2 * at + 1] != 0; at = next(at)) {
            if (places[2 * at] == key) {
                found = Arrays.copyOf(found, found.length + 1);
                found[found.length - 1] = places[2 * at + 1];
            }
        }
        return found;
    }

    /**
     * Walks on from a place until it has met so many entries, or all.
     *
     * @return where to walk on; {@link #capacity()} at the end
     */
    int walk(int from, int most, Visitor visitor) {
        int at = from;
        for (int met = 0; at < capacity() && met < most; at++) {
            if (places[2 * at + 1] != 0) {
                visitor.entry(places[2 * at], places[2 * at + 1]);
                met++;
            }
        }
        return at;
    }

    int size() {
        return size;
    }

    /** The number of places, taken or free. */
    int capacity() {
        return places.length / 2;
    }

    /** The highest number of a delivery; 0 if there is none. */
    long lastDelivery() {
        return lastDelivery;
    }

    private void grow() {
        var before = places;
        places = new long[before.length * 2];
        for (int i = 0; i < before.length; i += 2) {
            if (before[i + 1] != 0) {
                put(before[i], before[i + 1]);
            }
        }
    }

    private void put(long key, long deliveryId) {
        int at = place(key);
        while (places[2 * at + 1] != 0) {
            at = next(at);
        }
        places[2 * at] = key;
        places[2 * at + 1] = deliveryId;
    }

    /** Where a key stands if nothing was in its way: keys below zero first, as the database orders them. */
    private int place(long key) {
        return (int) ((key ^ Long.MIN_VALUE) >>> (Long.numberOfLeadingZeros(capacity()) + 1));
    }

    private int next(int at) {
        return at + 1 == capacity() ? 0 : at + 1;
    }
}

package dev.longstop.measure;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The deliveries that a program acknowledged, and what it has of them afterwards.
 *
 * <p><i>Threads</i>: one at a time.
 */
final class Acknowledged {

    private static final int NAMED_MAX = 5;

    private final int maker;
    private final BitSet told = new BitSet();
    private final BitSet inInbox = new BitSet();
    private final BitSet withRun = new BitSet();
    private final BitSet ended = new BitSet();
    private final BitSet withSeveral = new BitSet();
    private final Map<String, Long> runs = new TreeMap<>();

    /** Nothing yet of what a maker sends. */
    Acknowledged(int maker) {
        this.maker = maker;
    }

    /** The sender was told that the delivery of this number is kept. */
    void add(long number) {
        told.set(Math.toIntExact(number));
    }

    /** How many there are. */
    int count() {
        return told.cardinality();
    }

    /** An event was found in the inbox. */
    void event(String id) {
        Deliveries.number(id, maker).ifPresent(number -> inInbox.set(Math.toIntExact(number)));
    }

    /** An event's run was found. */
    void run(String id, String state, boolean over) {
        runs.merge(state, 1L, Long::sum);
        Deliveries.number(id, maker).ifPresent(number -> {
            int at = Math.toIntExact(number);
            withSeveral.set(at, withRun.get(at));
            withRun.set(at);
            ended.set(at, over);
        });
    }

    /** How many runs are in which state. */
    Map<String, Long> runs() {
        return Map.copyOf(runs);
    }

    /**
     * What is wrong with what was found, a sentence each.
     *
     * @param mustEnd whether runs have to be over
     */
    List<String> wrong(boolean mustEnd) {
        var wrong = new ArrayList<String>();
        name(wrong, "acknowledged, and not in the inbox", without(inInbox));
        name(wrong, "acknowledged, and without a run", without(withRun));
        if (mustEnd) {
            var open = without(ended);
            open.and(withRun);
            name(wrong, "acknowledged, and the run has not ended", open);
        }
        name(wrong, "one event, several runs", withSeveral);
        return wrong;
    }

    private BitSet without(BitSet found) {
        var left = (BitSet) told.clone();
        left.andNot(found);
        return left;
    }

    private void name(List<String> wrong, String what, BitSet which) {
        if (!which.isEmpty()) {
            var first = which.stream()
                    .limit(NAMED_MAX)
                    .mapToObj(number -> Deliveries.id(number, maker))
                    .toList();
            wrong.add(what + ": " + which.cardinality() + ", such as " + String.join(", ", first));
        }
    }
}

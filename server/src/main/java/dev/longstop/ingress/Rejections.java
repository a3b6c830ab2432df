package dev.longstop.ingress;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The last few rejections, in memory: an unverified request writes nothing (I2).
 *
 * <p><i>Threads</i>: safe.
 */
public final class Rejections {

    private final int kept;
    private final ArrayDeque<Rejection> last = new ArrayDeque<>();

    /** A memory of that many. */
    public Rejections(int kept) {
        this.kept = kept;
    }

    /** Remembers one, and forgets the oldest. */
    synchronized void add(Rejection rejection) {
        if (last.size() >= kept) {
            last.pollFirst();
        }
        last.addLast(rejection);
    }

    /** What is remembered, the newest first. */
    public synchronized List<Rejection> newestFirst() {
        var all = new ArrayList<>(last);
        Collections.reverse(all);
        return all;
    }
}

package dev.longstop.inbox;

import dev.longstop.store.Dialect;
import dev.longstop.store.Tx;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * By which bodies a SQLite store finds their replays: the older ones stand in the table {@code body_known}, the latest
 * here.
 *
 * <p>Hashes fall anywhere in an index, so that each would make its commit write a page of its own, and pages are what
 * SQLite's commits cost. The latest are therefore collected; many at a time, they are sorted and go to the table, a
 * stretch with each commit, so that those of one commit share pages. After a start the latest are read back from the
 * deliveries.
 *
 * <p>An entry says only where to look: the delivery's whole hash and source are compared. What belongs to a transaction
 * that failed therefore does no harm. <i>Bounds</i>: at most {@value #GENERATION} bodies are collected and as many are
 * on their way, about 8 MB. <i>Threads</i>: the one that commits.
 */
final class KnownBodies {

    private static final int GENERATION = 32_768;

    /** How many go to the table with a commit of one delivery; with more, twice as many as deliveries. */
    private static final int MOVED_MIN = 16;

    /** The name of the setting that holds the last delivery whose body, like all before it, stands in the table. */
    private static final String MARK = "inbox:bodies";

    private record Entry(long hash, long deliveryId) {

        Object[] row() {
            return new Object[] {hash, deliveryId};
        }
    }

    private final int generation;
    private final Map<Long, long[]> latest = new HashMap<>();
    private List<Entry> collected = new ArrayList<>();
    private List<Entry> moving = List.of();
    private int moved;
    private boolean recalled;

    /** Such a memory, empty. */
    KnownBodies(int generation) {
        this.generation = generation;
    }

    /** Those of the transaction's store; none on PostgreSQL, where many nodes write and an index has them all. */
    static Optional<KnownBodies> of(Tx tx) {
        if (tx.dialect() == Dialect.POSTGRESQL) {
            return Optional.empty();
        }
        var known = tx.remembered(KnownBodies.class, () -> new KnownBodies(GENERATION));
        known.recall(tx);
        return Optional.of(known);
    }

    /** The first eight bytes of a hash: the key under which bodies are looked for. */
    static long key(byte[] hash) {
        return ByteBuffer.wrap(hash).getLong();
    }

    /** Takes in a watched delivery that the transaction writes. */
    void add(byte[] hash, long deliveryId) {
        var entry = new Entry(key(hash), deliveryId);
        remember(entry);
        collected.add(entry);
    }

    /** Deliveries, of the latest, that may have brought a body; which of them did, their rows say. */
    long[] candidates(byte[] hash) {
        return latest.getOrDefault(key(hash), new long[0]);
    }

    /** The arrivals, those as replays whose bodies a delivery has brought before. */
    List<Arrival> marked(Tx tx, List<Arrival> arrivals) {
        var watched = new ArrayList<Integer>();
        for (int i = 0; i < arrivals.size(); i++) {
            if (arrivals.get(i).replay() == InboxSql.REPLAY_WATCHED) {
                watched.add(i);
            }
        }
        if (watched.isEmpty()) {
            return arrivals;
        }
        var rows = new ArrayList<Object[]>();
        var keys = new StringJoiner(",", "[", "]");
        for (int place : watched) {
            var delivery = arrivals.get(place).delivery();
            keys.add(Long.toString(key(delivery.bodyHash())));
            for (long candidate : candidates(delivery.bodyHash())) {
                rows.add(new Object[] {candidate, delivery.source(), delivery.bodyHash(), place});
            }
        }
        tx.query(InboxSql.MAYBE_BROUGHT, Map.of("keys", keys.toString()), row -> {
                    int place = watched.get(row.getInt(2));
                    var delivery = arrivals.get(place).delivery();
                    return new Object[] {row.getLong(1), delivery.source(), delivery.bodyHash(), place};
                })
                .forEach(rows::add);
        if (rows.isEmpty()) {
            return arrivals;
        }
        var marked = new ArrayList<>(arrivals);
        for (int place : tx.query(InboxSql.BROUGHT, rows, row -> row.getInt(1))) {
            marked.set(place, marked.get(place).as(InboxSql.REPLAY_SEEN));
        }
        return marked;
    }

    /**
     * Moves some of what is on its way to the table, within a transaction that accepts so many deliveries. Only what is
     * committed is let go of; what is not is moved again.
     */
    void move(Tx tx, int deliveries) {
        if (moving.isEmpty() && collected.size() >= generation) {
            moving = collected.stream()
                    .sorted(Comparator.comparingLong(Entry::hash).thenComparingLong(Entry::deliveryId))
                    .toList();
            collected = new ArrayList<>();
            moved = 0;
        }
        if (moving.isEmpty()) {
            return;
        }
        int end = Math.min(moving.size(), moved + Math.max(MOVED_MIN, 2 * deliveries));
        var stretch = moving.subList(moved, end);
        tx.write(InboxSql.KNOW, stretch.stream().map(Entry::row).toList());
        boolean whole = end == moving.size();
        if (whole) {
            mark(tx);
        }
        tx.afterCommit(() -> {
            stretch.forEach(this::forget);
            moved = end;
            if (whole) {
                moving = List.of();
            }
        });
    }

    private void mark(Tx tx) {
        long last = moving.stream().mapToLong(Entry::deliveryId).max().orElse(0);
        tx.write(InboxSql.KNOWN_UPTO, List.<Object[]>of(new Object[] {MARK, Long.toString(last), tx.nowMs()}));
    }

    private void recall(Tx tx) {
        if (recalled) {
            return;
        }
        latest.clear();
        collected.clear();
        long upto = tx.query(InboxSql.UPTO, Map.of("mark", MARK), row -> row.getLong(1)).stream()
                .findAny()
                .orElse(0L);
        tx.query(InboxSql.BODIES_AFTER, Map.of("upto", upto), row -> new Entry(key(row.getBytes(2)), row.getLong(1)))
                .forEach(entry -> {
                    remember(entry);
                    collected.add(entry);
                });
        recalled = true;
    }

    private void remember(Entry entry) {
        latest.merge(entry.hash, new long[] {entry.deliveryId}, (known, more) -> {
            var all = Arrays.copyOf(known, known.length + 1);
            all[known.length] = more[0];
            return all;
        });
    }

    private void forget(Entry entry) {
        latest.computeIfPresent(entry.hash, (hash, known) -> {
            var left = Arrays.stream(known).filter(id -> id != entry.deliveryId).toArray();
            return left.length == 0 ? null : left;
        });
    }
}

package dev.longstop.inbox;

import dev.longstop.store.Dialect;
import dev.longstop.store.Tx;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * By which bodies a SQLite store finds their replays: the older ones stand in the table {@code body_known}, the latest
 * here.
 *
 * <p>Hashes fall anywhere in an index, so that each would make its commit read and write a page of its own, and pages
 * are what SQLite's commits cost. The latest are therefore collected; by the hundred thousands they go to the table in
 * the order of their hashes, a stretch with each commit, so that those of one commit share pages however many there are
 * already. Until then one row for each commit, in {@code body_latest}, holds them for the next start.
 *
 * <p>An entry says only where to look: the delivery's whole hash and source are compared. What belongs to a transaction
 * that failed therefore does no harm. <i>Bounds</i>: {@value #GENERATION} bodies are collected and as many are on their
 * way, in 32 MB; after a start all of these are collected, in as much. <i>Threads</i>: the one that commits.
 */
final class KnownBodies {

    private static final int GENERATION = 524_288;

    /** How many go to the table with a commit of one delivery; with more, twice as many as deliveries. */
    private static final int MOVED_MIN = 16;

    /** A key and a delivery. */
    private static final int ENTRY_BYTES = 16;

    /** How many rows of what the table has by now are dropped with a commit. */
    private static final int DROPPED = 256;

    private final int generation;
    private BodyMap collected = new BodyMap();
    private @Nullable BodyMap moving;
    private int moved;
    private long droppedUpto;
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

    /** Deliveries, of the latest, that may have brought a body; which of them did, their rows say. */
    long[] candidates(byte[] hash) {
        var latest = collected.deliveries(key(hash));
        if (moving == null) {
            return latest;
        }
        var older = moving.deliveries(key(hash));
        if (older.length == 0) {
            return latest;
        }
        return LongStream.concat(Arrays.stream(older), Arrays.stream(latest)).toArray();
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
     * Takes in the watched deliveries that the transaction writes, and moves some of what is on its way to the table.
     * Only what is committed is let go of; what is not is moved again.
     *
     * @param news those that are new; a transaction that fails and is tried again gives them other numbers
     * @param deliveries how many deliveries the transaction accepts
     */
    void keep(Tx tx, List<Arrival> news, int deliveries) {
        if (!news.isEmpty()) {
            var entries = ByteBuffer.allocate(news.size() * ENTRY_BYTES);
            for (var arrival : news) {
                long key = key(arrival.delivery().bodyHash());
                collected.add(key, arrival.deliveryId());
                entries.putLong(key).putLong(arrival.deliveryId());
            }
            tx.write(
                    InboxSql.LATEST, List.<Object[]>of(new Object[] {news.get(0).deliveryId(), entries.array()}));
        }
        if (moving == null && collected.size() >= generation) {
            moving = collected;
            collected = new BodyMap();
            moved = 0;
        }
        if (moving != null) {
            move(tx, moving, Math.max(MOVED_MIN, 2 * deliveries));
        } else if (droppedUpto > 0) {
            drop(tx);
        }
    }

    private void move(Tx tx, BodyMap from, int most) {
        var rows = new ArrayList<Object[]>(most);
        int end = from.walk(moved, most, (key, deliveryId) -> rows.add(new Object[] {key, deliveryId}));
        tx.write(InboxSql.KNOW, rows);
        tx.afterCommit(() -> {
            moved = end;
            if (end == from.capacity()) {
                droppedUpto = from.lastDelivery();
                moving = null;
            }
        });
    }

    /** Drops some rows of {@code body_latest} of which every entry stands in the table. */
    private void drop(Tx tx) {
        int dropped = tx.update(InboxSql.DROP_LATEST, Map.of("upto", droppedUpto, "most", DROPPED));
        if (dropped < DROPPED) {
            tx.afterCommit(() -> droppedUpto = 0);
        }
    }

    private void recall(Tx tx) {
        if (recalled) {
            return;
        }
        collected = new BodyMap();
        for (byte[] entries : tx.query(InboxSql.ALL_LATEST, Map.of(), row -> row.getBytes(1))) {
            for (var rest = ByteBuffer.wrap(entries); rest.remaining() >= ENTRY_BYTES; ) {
                collected.add(rest.getLong(), rest.getLong());
            }
        }
        recalled = true;
    }
}

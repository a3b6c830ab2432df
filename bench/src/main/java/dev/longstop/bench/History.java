package dev.longstop.bench;

import dev.longstop.store.Batch;
import dev.longstop.store.Dialect;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Events of long ago: delivered, pruned, each with a run that is done. Their ids and hashes lie evenly among those that
 * there can be, so that new ones fall anywhere between them; their rows stand before all new ones.
 *
 * <p>Only the store's thread writes, a part at a time: no statement may take more than 20 s.
 */
final class History implements Batch<History.Part, Integer> {

    private static final int AT_A_TIME = 100_000;
    private static final long WAIT_S = 600;

    /** Row numbers are this much below their event's: all of them are negative. */
    private static final long BELOW = 1_000_000_000;

    private static final String HASH_SQLITE =
            "unhex(printf('%016x', (n - :half) * :step) || '000000000000000000000000000000000000000000000000')";

    private static final String HASH_POSTGRESQL =
            "decode(lpad(to_hex(cast((n - :half) * :step as bigint)), 16, '0') || repeat('0', 48), 'hex')";

    private static final String ID_SQLITE = "printf('%08x-cc78-11f0-ffff-%012x', n * :stride, n)";

    private static final String ID_POSTGRESQL = "lpad(to_hex(cast(n * :stride as bigint)), 8, '0')"
            + " || '-cc78-11f0-ffff-' || lpad(to_hex(cast(n as bigint)), 12, '0')";

    private static final String NUMBERS_SQLITE = """
            with recursive numbers (n) as (
                select :from union all select n + 1 from numbers where n < :last)
            """;

    private static final String NUMBERS_POSTGRESQL = """
            with numbers (n) as (
                select n from generate_series(cast(:from as bigint), cast(:last as bigint)) as all_of_them (n))
            """;

    private static final String DELIVERIES = """
            insert into delivery (id, source, received_at, body_hash, body_bytes, content_type, headers, secret,
                replay_watch, pruned_at)
            select n - :below, 'github', n, @hash@, 1024, 'application/json', '{}', 'bench', 1, n
            from numbers
            """;

    private static final String BODIES = """
            insert into body_known (hash, delivery_id)
            select (n - :half) * :step, n - :below
            from numbers
            """;

    private static final String EVENTS_SQLITE = """
            insert into inbox (seq, source, event_id, event_id_origin, delivery_id, item, item_hash, type, action,
                received_at, body_authenticated, suspected_replay)
            select n - :below, 'github', @id@, 'sender', n - :below, 0, @hash@, 'issues', 'opened', n, 1, 0
            from numbers
            """;

    private static final String EVENTS_POSTGRESQL = EVENTS_SQLITE.replace(
            "body_authenticated, suspected_replay)", "body_authenticated, suspected_replay) overriding system value");

    private static final String RUNS = """
            insert into run (id, event_seq, agent, round, source, lane, mode, state, attempts, created_at, started_at,
                ended_at, outcome)
            select n - :below, n - :below, 'triage', 1, 'github', 'github acme/shop ' || n, 'live', 'done', 1, n, n, n,
                'done'
            from numbers
            """;

    private final long events;

    private History(long events) {
        this.events = events;
    }

    /** Events from one number to another, both included. */
    record Part(long from, long last) {}

    /** Writes so many. */
    static void write(Store store, long events) {
        var history = new History(events);
        for (long from = 1; from <= events; from += AT_A_TIME) {
            store.submit(history, new Part(from, Math.min(events, from + AT_A_TIME - 1)))
                    .toCompletableFuture()
                    .orTimeout(WAIT_S, TimeUnit.SECONDS)
                    .join();
        }
    }

    @Override
    public String name() {
        return "history";
    }

    @Override
    public List<Integer> apply(Tx tx, List<Part> items) {
        return items.stream().map(part -> write(tx, part)).toList();
    }

    private int write(Tx tx, Part part) {
        var values = Map.of(
                "from",
                part.from,
                "last",
                part.last,
                "below",
                BELOW,
                "half",
                events / 2,
                "step",
                Long.MAX_VALUE / (events / 2 + 1),
                "stride",
                0xffff_ffffL / events);
        if (tx.dialect() == Dialect.SQLITE) {
            tx.update(sqlite("bodies", BODIES), used(BODIES, values));
            tx.update(sqlite("deliveries", DELIVERIES), used(DELIVERIES + HASH_SQLITE, values));
            tx.update(sqlite("events", EVENTS_SQLITE), used(EVENTS_SQLITE + HASH_SQLITE + ID_SQLITE, values));
            return tx.update(sqlite("runs", RUNS), used(RUNS, values));
        }
        tx.update(postgresql("deliveries", DELIVERIES), used(DELIVERIES + HASH_POSTGRESQL, values));
        tx.update(
                postgresql("events", EVENTS_POSTGRESQL),
                used(EVENTS_POSTGRESQL + HASH_POSTGRESQL + ID_POSTGRESQL, values));
        return tx.update(postgresql("runs", RUNS), used(RUNS, values));
    }

    /** The values that a statement names. */
    private static Map<String, Long> used(String sql, Map<String, Long> values) {
        var used = new HashMap<>(values);
        used.keySet().removeIf(name -> !sql.contains(":" + name) && !name.equals("from") && !name.equals("last"));
        return used;
    }

    private static String sqlite(String what, String insert) {
        return "-- bench: history, " + what + "\n" + NUMBERS_SQLITE + whole(insert, HASH_SQLITE, ID_SQLITE);
    }

    private static String postgresql(String what, String insert) {
        return "-- bench: history, " + what + "\n" + NUMBERS_POSTGRESQL + whole(insert, HASH_POSTGRESQL, ID_POSTGRESQL);
    }

    private static String whole(String insert, String hash, String id) {
        return insert.replace("@hash@", hash).replace("@id@", id);
    }
}

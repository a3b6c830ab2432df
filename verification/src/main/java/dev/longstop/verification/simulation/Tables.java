package dev.longstop.verification.simulation;

import dev.longstop.queue.RunState;
import dev.longstop.store.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The store's content as it is after a step: what the invariants look at.
 *
 * @param events the inbox, by seq
 * @param deliveries the hashes of their bodies in hex, by id
 * @param runs by id
 * @param jobs by row id
 * @param effects by id
 * @param observations how many each job has, by the job's row id
 * @param mismatches by id
 */
record Tables(
        Map<Long, EventRow> events,
        Map<Long, String> deliveries,
        Map<Long, RunRow> runs,
        Map<Long, JobRow> jobs,
        Map<Long, EffectRow> effects,
        Map<Long, Integer> observations,
        Map<Long, MismatchRow> mismatches) {

    static final Tables EMPTY = new Tables(Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of());

    /** A row of the inbox; {@code content} is everything in it, as one text. */
    record EventRow(
            long seq,
            String key,
            long deliveryId,
            String hash,
            Optional<String> ignored,
            boolean suspected,
            String content) {}

    /** A row of the queue. */
    record RunRow(
            long id,
            long eventSeq,
            String agent,
            int round,
            RunState state,
            int attempts,
            int lapses,
            Optional<String> lane,
            long leaseToken,
            OptionalLong leaseUntilMs,
            OptionalLong dueMs,
            long createdAtMs) {

        /** What the lease book knows of it. */
        Leased leased() {
            return new Leased(
                    "run " + agent, id, state == RunState.RUNNING, attempts, lapses, leaseToken, leaseUntilMs);
        }
    }

    /** A row that is worked on under leases. */
    record Leased(String what, long id, boolean running, int attempts, int lapses, long token, OptionalLong untilMs) {}

    /** A generation of a job; {@code name} is platform, job id and generation, {@code ours} whether it has effects. */
    record JobRow(long row, String name, String state, boolean superseded, boolean ours) {

        /** How far it has come. */
        int rank() {
            return switch (state) {
                case "unknown" -> 0;
                case "queued", "running", "waiting", "lost" -> 1;
                case "ended" -> 2;
                default -> 3;
            };
        }
    }

    /**
     * An effect; {@code owner} names the run or job, and {@code request} is its key and everything that is sent, as one
     * text.
     */
    record EffectRow(
            long id,
            String owner,
            OptionalLong jobRow,
            String name,
            int round,
            String state,
            Leased leased,
            String request) {

        /** Whether somebody has to do something yet. */
        boolean open() {
            return state.equals("pending") || state.equals("running");
        }
    }

    /** A second content of a known event. */
    record MismatchRow(long id, long eventSeq, String hash) {}

    private static final String EVENTS = """
            -- simulation: all events
            select seq, source || '/' || event_id as key, delivery_id, item_hash, ignored, suspected_replay,
              coalesce(hex(event_id_raw), '-') || ' ' || event_id_origin || ' ' || delivery_id || ' ' || item || ' '
                || hex(item_hash) || ' ' || type || ' ' || action || ' ' || coalesce(subject, '-') || ' ' || received_at
                || ' ' || body_authenticated || ' ' || suspected_replay || ' ' || coalesce(ignored, '-') as content
            from inbox
            """;

    private static final String DELIVERIES = """
            -- simulation: all deliveries
            select id, body_hash
            from delivery
            """;

    private static final String RUNS = """
            -- simulation: all runs
            select id, event_seq, agent, round, state, attempts, lapses, lane, lease_token, lease_until, due_at,
              created_at
            from run
            """;

    private static final String JOBS = """
            -- simulation: all jobs
            select id, platform || '/' || coalesce(job_id, '?') || '#' || generation as name, state, superseded,
              ownership in ('tracked', 'planted') as ours
            from job
            """;

    private static final String EFFECTS = """
            -- simulation: all effects
            select id, case when job_row is null then 'run ' || run_id else 'job ' || job_row end as owner,
              job_row, name, round, state,
              idempotency_key || ' ' || method || ' ' || url || ' ' || headers || ' ' || hex(body) as request,
              attempts, lapses, lease_token, lease_until
            from effect
            """;

    private static final String OBSERVATIONS = """
            -- simulation: observations per job
            select job_row, count(*) as many
            from observation
            group by job_row
            """;

    private static final String MISMATCHES = """
            -- simulation: all mismatches
            select id, event_seq, item_hash
            from mismatch
            """;

    /** Reads everything. */
    static Tables read(Tx tx) {
        return new Tables(
                byId(tx.query(EVENTS, Map.of(), Tables::event), EventRow::seq),
                entries(tx.query(DELIVERIES, Map.of(), row -> Map.entry(row.getLong(1), hex(row, 2)))),
                byId(tx.query(RUNS, Map.of(), Tables::run), RunRow::id),
                byId(tx.query(JOBS, Map.of(), Tables::job), JobRow::row),
                byId(tx.query(EFFECTS, Map.of(), Tables::effect), EffectRow::id),
                entries(tx.query(OBSERVATIONS, Map.of(), row -> Map.entry(row.getLong(1), row.getInt(2)))),
                byId(tx.query(MISMATCHES, Map.of(), Tables::mismatch), MismatchRow::id));
    }

    private static EventRow event(ResultSet row) throws SQLException {
        return new EventRow(
                row.getLong(1),
                row.getString(2),
                row.getLong(3),
                hex(row, 4),
                Optional.ofNullable(row.getString(5)),
                row.getInt(6) == 1,
                row.getString(7));
    }

    private static RunRow run(ResultSet row) throws SQLException {
        return new RunRow(
                row.getLong(1),
                row.getLong(2),
                row.getString(3),
                row.getInt(4),
                RunState.of(row.getString(5)),
                row.getInt(6),
                row.getInt(7),
                Optional.ofNullable(row.getString(8)),
                row.getLong(9),
                number(row, 10),
                number(row, 11),
                row.getLong(12));
    }

    private static JobRow job(ResultSet row) throws SQLException {
        return new JobRow(row.getLong(1), row.getString(2), row.getString(3), row.getInt(4) == 1, row.getInt(5) == 1);
    }

    private static EffectRow effect(ResultSet row) throws SQLException {
        var state = row.getString(6);
        var leased = new Leased(
                "effect " + row.getString(4),
                row.getLong(1),
                state.equals("running"),
                row.getInt(8),
                row.getInt(9),
                row.getLong(10),
                number(row, 11));
        return new EffectRow(
                row.getLong(1),
                row.getString(2),
                number(row, 3),
                row.getString(4),
                row.getInt(5),
                state,
                leased,
                row.getString(7));
    }

    private static MismatchRow mismatch(ResultSet row) throws SQLException {
        return new MismatchRow(row.getLong(1), row.getLong(2), hex(row, 3));
    }

    private static OptionalLong number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    }

    private static String hex(ResultSet row, int column) throws SQLException {
        byte @Nullable [] bytes = row.getBytes(column);
        return bytes == null ? "" : HexFormat.of().formatHex(bytes);
    }

    private static <T> Map<Long, T> byId(List<T> rows, Function<T, Long> id) {
        var map = new TreeMap<Long, T>();
        rows.forEach(row -> map.put(id.apply(row), row));
        return map;
    }

    private static <T> Map<Long, T> entries(List<Map.Entry<Long, T>> entries) {
        var map = new TreeMap<Long, T>();
        entries.forEach(entry -> map.put(entry.getKey(), entry.getValue()));
        return map;
    }

    /** The event of a key, if it is there. */
    Optional<EventRow> event(String key) {
        return events.values().stream().filter(row -> row.key().equals(key)).findFirst();
    }
}

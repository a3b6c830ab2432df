package dev.longstop.queue;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A run as lists show it. Instants are epoch milliseconds of the store's time.
 *
 * @param id its row
 * @param eventSeq the event that it is owed to
 * @param source that event's source
 * @param eventId that event's identity within the source
 * @param agent the agent's name
 * @param round 1, and one more each time the work was to be done again
 * @param mode whether it starts the agent
 * @param state where it stands
 * @param held why it waits for a person
 * @param lane what must not run beside it
 * @param attempts answers had
 * @param lapses leases lost
 * @param createdAtMs when it was born
 * @param dueAtMs when it is due, while pending
 * @param leaseUntilMs until when its attempt is leased, while running
 * @param startedAtMs when its last attempt began
 * @param endedAtMs when it was over
 * @param outcome the last attempt's outcome in a few words
 * @param exitCode the last attempt's exit code
 */
public record RunSummary(
        long id,
        long eventSeq,
        String source,
        String eventId,
        String agent,
        int round,
        RunMode mode,
        RunState state,
        Optional<String> held,
        Optional<String> lane,
        int attempts,
        int lapses,
        long createdAtMs,
        Optional<Long> dueAtMs,
        Optional<Long> leaseUntilMs,
        Optional<Long> startedAtMs,
        Optional<Long> endedAtMs,
        Optional<String> outcome,
        Optional<Integer> exitCode) {

    /** The columns that {@link #read} takes, of {@code run as r} and {@code inbox as i}. */
    static final String COLUMNS = "r.id, r.event_seq, r.source, i.event_id, r.agent, r.round, r.mode, r.state, r.held,"
            + " r.lane, r.attempts, r.lapses, r.created_at, r.due_at, r.lease_until, r.started_at, r.ended_at,"
            + " r.outcome,"
            + " r.exit_code";

    static RunSummary read(ResultSet row) throws SQLException {
        return new RunSummary(
                row.getLong(1),
                row.getLong(2),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getInt(6),
                RunMode.of(row.getString(7)),
                RunState.of(row.getString(8)),
                Optional.ofNullable(row.getString(9)),
                Optional.ofNullable(row.getString(10)),
                row.getInt(11),
                row.getInt(12),
                row.getLong(13),
                instant(row, 14),
                instant(row, 15),
                instant(row, 16),
                instant(row, 17),
                Optional.ofNullable(row.getString(18)),
                instant(row, 19).map(Long::intValue));
    }

    private static Optional<Long> instant(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(value);
    }
}

package dev.longstop.effect;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * One effect, as lists show it.
 *
 * @param id its row
 * @param name its name in the configuration
 * @param owner the run or job generation that it follows from
 * @param round which round
 * @param state where it stands
 * @param policy what is worse: twice, or perhaps not at all
 * @param attempts answers and silences had
 * @param lapses leases lost
 * @param createdAtMs when it was born, in epoch milliseconds of the store's time
 * @param dueAtMs when it is tried next
 * @param endedAtMs when it was over
 * @param outcome a few words on how its last attempt ended
 * @param answerStatus the status that its target answered last
 */
public record EffectSummary(
        long id,
        String name,
        EffectOwner owner,
        int round,
        EffectState state,
        EffectPolicy policy,
        int attempts,
        int lapses,
        long createdAtMs,
        Optional<Long> dueAtMs,
        Optional<Long> endedAtMs,
        Optional<String> outcome,
        Optional<Integer> answerStatus) {

    /** The columns that {@link #read} takes, of {@code effect as e}. */
    static final String COLUMNS =
            "e.id, e.name, e.run_id, e.job_row, e.round, e.state, e.policy, e.attempts, e.lapses, e.created_at,"
                    + " e.due_at, e.ended_at, e.outcome, e.answer_status";

    static EffectSummary read(ResultSet row) throws SQLException {
        return new EffectSummary(
                row.getLong(1),
                row.getString(2),
                number(row, 3)
                        .<EffectOwner>map(EffectOwner.OfRun::new)
                        .orElse(new EffectOwner.OfJob(number(row, 4).orElse(0L))),
                row.getInt(5),
                EffectState.of(row.getString(6)),
                EffectPolicy.of(row.getString(7)),
                row.getInt(8),
                row.getInt(9),
                row.getLong(10),
                number(row, 11),
                number(row, 12),
                Optional.ofNullable(row.getString(13)),
                number(row, 14).map(Long::intValue));
    }

    private static Optional<Long> number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(value);
    }
}

package dev.longstop.job;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * One generation of a job, as lists show it.
 *
 * @param id its row
 * @param key the job
 * @param generation which generation
 * @param state where it stands
 * @param superseded whether a newer generation took its place
 * @param ownership whose it is
 * @param agent the agent that started it, where one did
 * @param decidedBy the channel that said where it stands
 * @param startedAtMs when it was started, in epoch milliseconds of the store's time
 * @param endedAtMs when it was over for us
 * @param nextAskAtMs when it is to be asked for
 * @param askedAtMs when it was asked for last
 * @param asks how often it was asked for
 * @param rescued whether its outcome was found by a poll that no push announced
 */
public record JobSummary(
        long id,
        JobKey key,
        int generation,
        JobState state,
        boolean superseded,
        Ownership ownership,
        Optional<String> agent,
        Optional<Channel> decidedBy,
        long startedAtMs,
        Optional<Long> endedAtMs,
        Optional<Long> nextAskAtMs,
        Optional<Long> askedAtMs,
        int asks,
        boolean rescued) {

    /** The columns that {@link #read} takes, of {@code job as j}. */
    static final String COLUMNS =
            "j.id, j.platform, j.job_id, j.generation, j.state, j.superseded, j.ownership, j.agent, j.decided_by,"
                    + " coalesce(j.started_at, j.opened_at), j.ended_at, j.next_ask_at, j.asked_at, j.asks,"
                    + " j.rescued_at";

    static JobSummary read(ResultSet row) throws SQLException {
        return new JobSummary(
                row.getLong(1),
                new JobKey(
                        row.getString(2), Optional.ofNullable(row.getString(3)).orElse("")),
                row.getInt(4),
                JobState.of(row.getString(5)),
                row.getInt(6) == 1,
                Ownership.of(row.getString(7)),
                Optional.ofNullable(row.getString(8)),
                Optional.ofNullable(row.getString(9)).map(Channel::of),
                row.getLong(10),
                JobRow.number(row, 11),
                JobRow.number(row, 12),
                JobRow.number(row, 13),
                row.getInt(14),
                JobRow.number(row, 15).isPresent());
    }
}

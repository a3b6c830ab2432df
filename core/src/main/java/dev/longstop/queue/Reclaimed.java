package dev.longstop.queue;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A run that was taken from whoever had it: its lease was lost, or the word that it waited for did not come in time.
 *
 * @param runId the run
 * @param agent its agent
 * @param state where it stands now: pending, or over
 * @param lapses leases lost by now
 */
public record Reclaimed(long runId, String agent, RunState state, int lapses) {

    /** Reads id, agent, state, lapses. */
    static Reclaimed read(ResultSet row) throws SQLException {
        return new Reclaimed(row.getLong(1), row.getString(2), RunState.of(row.getString(3)), row.getInt(4));
    }
}

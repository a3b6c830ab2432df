package dev.longstop.queue;

import dev.longstop.queue.ReplayItem.Stood;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A run of an event that may be replayed.
 *
 * @param eventSeq the event's row
 * @param agent the agent's name
 * @param stood how it stands
 * @param mode whether it starts the agent
 * @param lane what must not run beside it
 * @param urgent whether it goes ahead of agents' work
 */
public record ReplayRun(long eventSeq, String agent, Stood stood, RunMode mode, Optional<String> lane, boolean urgent) {

    static ReplayRun read(ResultSet row) throws SQLException {
        return new ReplayRun(
                row.getLong(1),
                row.getString(2),
                new Stood(row.getLong(3), row.getInt(4), RunState.of(row.getString(5)), row.getLong(6), row.getLong(7)),
                RunMode.of(row.getString(8)),
                Optional.ofNullable(row.getString(9)),
                row.getInt(10) == 1);
    }
}

package dev.longstop.queue;

import dev.longstop.event.Event;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** How an event stands in its row. */
public final class EventRow {

    /** The columns that {@link #read} takes, of {@code inbox as i}. */
    public static final String COLUMNS =
            "i.seq, i.source, i.event_id, i.delivery_id, i.item, i.type, i.action, i.subject,"
                    + " i.received_at, i.body_authenticated, i.suspected_replay, i.ignored";

    private EventRow() {}

    /** The event whose columns begin at {@code first}, counted from 1. */
    public static Event read(ResultSet row, int first) throws SQLException {
        return new Event(
                row.getLong(first),
                row.getString(first + 1),
                row.getString(first + 2),
                row.getLong(first + 3),
                row.getInt(first + 4),
                row.getString(first + 5),
                row.getString(first + 6),
                Optional.ofNullable(row.getString(first + 7)),
                row.getLong(first + 8),
                row.getInt(first + 9) == 1,
                row.getInt(first + 10) == 1,
                Optional.ofNullable(row.getString(first + 11)));
    }
}

package dev.longstop.store;

import java.sql.SQLException;

/**
 * A connection that reads.
 *
 * <p><i>Threads</i>: one at a time, except {@link #interrupt} and {@link #cut}.
 */
interface Reader {

    /** Begins a snapshot: everything read in it is of one moment. */
    Tx begin() throws SQLException;

    /** Ends the snapshot. */
    void end() throws SQLException;

    /** Lets no further statement begin, and ends the one that runs if that takes no waiting. From any thread. */
    void interrupt();

    /** Takes the connection away from a read that holds on, after {@code watch} was finished. From any thread. */
    void cut(ReadDeadline.Watch watch);

    /** Closes the connection; harmless if it is closed. Never throws. */
    void close();
}

package dev.longstop.store;

import dev.longstop.time.Time;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConnection;

/** A connection that reads a SQLite file. */
final class SqliteReader implements Reader {

    private static final Logger log = LoggerFactory.getLogger(SqliteReader.class);

    private final SQLiteConnection connection;
    private final Statements statements;
    private final PreparedStatement begin;
    private final PreparedStatement end;
    private final Time time;
    private volatile @Nullable SqliteTx tx;

    private SqliteReader(SQLiteConnection connection, Time time) throws SQLException {
        this.connection = connection;
        this.statements = new Statements(connection);
        this.begin = connection.prepareStatement("begin");
        this.end = connection.prepareStatement("rollback");
        this.time = time;
    }

    static SqliteReader open(SqliteDatabase database, Time time) throws SQLException {
        var connection = database.openReader();
        try {
            return new SqliteReader(connection, time);
        } catch (SQLException failure) {
            connection.close();
            throw failure;
        }
    }

    @Override
    public Tx begin() throws SQLException {
        var begun = new SqliteTx(statements, time.nowMs(), SqliteReader::noIds, Map.of());
        tx = begun;
        begin.execute();
        return begun;
    }

    @Override
    public void end() throws SQLException {
        var ending = tx;
        tx = null;
        if (ending != null) {
            ending.end();
        }
        end.execute();
    }

    @Override
    public void interrupt() {
        var running = tx;
        if (running != null) {
            running.expire();
        }
        try {
            connection.getDatabase().interrupt();
        } catch (SQLException over) {
            log.debug("a read was over before it was interrupted", over);
        }
    }

    @Override
    public void cut(ReadDeadline.Watch watch) {
        // The driver's own lock: once it is held no statement runs, and none is interrupted while the handle goes.
        synchronized (connection.getDatabase()) {
            watch.finish();
            close();
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException failure) {
            log.warn("a connection did not close cleanly", failure);
        }
    }

    private static long noIds(String table) {
        throw new IllegalStateException("a read takes no ids: " + table);
    }
}

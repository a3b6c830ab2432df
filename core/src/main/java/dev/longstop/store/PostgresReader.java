package dev.longstop.store;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection that reads from PostgreSQL; the server ends a statement after 2 s, whatever becomes of us. */
final class PostgresReader implements Reader {

    private static final Logger log = LoggerFactory.getLogger(PostgresReader.class);

    private final Statements statements;
    private volatile @Nullable PostgresTx tx;

    private PostgresReader(Statements statements) {
        this.statements = statements;
    }

    static PostgresReader open(PostgresDatabase database) throws SQLException {
        return new PostgresReader(new Statements(database.openReader()));
    }

    @Override
    public Tx begin() {
        var begun = new PostgresTx(statements, PostgresReader::noIds);
        tx = begun;
        return begun;
    }

    @Override
    public void end() throws SQLException {
        var ending = tx;
        tx = null;
        if (ending != null) {
            ending.end();
        }
        statements.connection().rollback();
    }

    @Override
    public void interrupt() {
        var running = tx;
        if (running != null) {
            running.expire();
        }
    }

    @Override
    public void cut(ReadDeadline.Watch watch) {
        statements.cancel();
        watch.finish();
        try {
            statements.connection().abort(Runnable::run);
        } catch (SQLException failure) {
            log.debug("a read's connection could not be aborted", failure);
        }
    }

    @Override
    public void close() {
        try {
            statements.connection().close();
        } catch (SQLException failure) {
            log.debug("a connection did not close cleanly", failure);
        }
    }

    private static long noIds(String table, Tx tx) {
        throw new IllegalStateException("a read takes no ids: " + table);
    }
}

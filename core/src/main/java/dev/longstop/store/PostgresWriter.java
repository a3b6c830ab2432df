package dev.longstop.store;

import dev.longstop.telemetry.ErrorCode;
import dev.longstop.time.Patience;
import dev.longstop.time.Randomness;
import dev.longstop.time.Time;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection that writes to PostgreSQL, opened again after it was lost.
 *
 * <p><i>Bounds</i>: while the server cannot be reached it is tried at growing intervals with jitter, up to
 * {@value #PAUSE_MS_MAX} ms; what comes in between fails at once.
 */
final class PostgresWriter implements Writer {

    private static final long PAUSE_MS_MIN = 100;
    private static final long PAUSE_MS_MAX = 5_000;
    private static final long YIELD_MS_MIN = 10;
    private static final long YIELD_MS_MORE = 90;

    private static final Logger log = LoggerFactory.getLogger(PostgresWriter.class);

    private final PostgresDatabase database;
    private final Time time;
    private final Randomness randomness;
    private final PostgresIds ids = new PostgresIds();
    private @Nullable Statements session;
    private @Nullable PostgresTx tx;
    private boolean committing;
    private boolean yielding;
    private long pauseMs;
    private long pausedAtNanos;

    PostgresWriter(PostgresDatabase database, Time time, Randomness randomness) {
        this.database = database;
        this.time = time;
        this.randomness = randomness;
    }

    @Override
    public Tx begin() throws SQLException {
        if (tx != null) {
            throw new IllegalStateException("a transaction inside another");
        }
        if (yielding) {
            // Whoever won the lock gets time to finish, or both would meet in the same way again.
            Patience.until(YIELD_MS_MIN + randomness.below(YIELD_MS_MORE), () -> false);
            yielding = false;
        }
        var begun = new PostgresTx(session(), ids::next);
        tx = begun;
        return begun;
    }

    @Override
    public void commit() throws SQLException {
        var ending = tx;
        if (ending == null || !ending.end()) {
            throw new IllegalStateException("a failed transaction is not committed");
        }
        committing = true;
        ending.commit();
        committing = false;
        tx = null;
    }

    @Override
    public Trouble abandon(Throwable cause) {
        boolean begun = tx != null;
        boolean inDoubt = committing;
        if (tx != null) {
            tx.end();
        }
        tx = null;
        committing = false;
        var sql = PostgresFailures.sql(cause);
        if (sql == null || !PostgresFailures.lost(sql)) {
            rollback();
        } else {
            close();
        }
        yielding = sql != null && PostgresFailures.passing(sql);
        return new Trouble(remedy(sql, begun, inDoubt), PostgresFailures.of(cause));
    }

    private static Remedy remedy(@Nullable SQLException sql, boolean begun, boolean inDoubt) {
        if (!begun) {
            return Remedy.GIVE_UP;
        }
        if (sql == null) {
            return Remedy.SINGLE_OUT;
        }
        if (PostgresFailures.lost(sql)) {
            return inDoubt ? Remedy.GIVE_UP : Remedy.AGAIN;
        }
        if (PostgresFailures.exhausted(sql)) {
            return Remedy.GIVE_UP;
        }
        return PostgresFailures.passing(sql) ? Remedy.AGAIN : Remedy.SINGLE_OUT;
    }

    @Override
    public void upkeep() {}

    @Override
    public Parting parting() {
        return Parting.HALVES;
    }

    /** The open connection, for looking at the schema. */
    Connection connection() throws SQLException {
        return session().connection();
    }

    private Statements session() throws SQLException {
        var known = session;
        if (known != null) {
            return known;
        }
        if (pauseMs > 0 && time.nanos() - pausedAtNanos < pauseMs * 1_000_000) {
            throw new StoreFailure(ErrorCode.STORE_UNAVAILABLE, "the store could not be reached a moment ago", null);
        }
        try {
            var opened = new Statements(database.openWriter());
            pauseMs = 0;
            session = opened;
            return opened;
        } catch (SQLException | StoreFailure failure) {
            long grown = Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS_MIN, pauseMs * 2));
            pauseMs = grown / 2 + randomness.below(grown / 2 + 1);
            pausedAtNanos = time.nanos();
            throw failure;
        }
    }

    private void rollback() {
        var current = session;
        if (current == null) {
            return;
        }
        try {
            current.connection().rollback();
        } catch (SQLException failure) {
            log.warn("a connection was lost in rollback", failure);
            close();
        }
    }

    @Override
    public void close() {
        var closing = session;
        session = null;
        if (closing == null) {
            return;
        }
        try {
            closing.connection().close();
        } catch (SQLException failure) {
            log.warn("a connection did not close cleanly", failure);
        }
    }
}

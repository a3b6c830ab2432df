package dev.longstop.store;

import dev.longstop.time.Time;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one connection that writes to a SQLite database.
 *
 * <p>After any failure but a refused row it is closed, since a full disk inside a batch left it unusable (N2). The one
 * of a database in memory stays, or the database would be gone.
 */
final class SqliteWriter implements Writer {

    private static final Logger log = LoggerFactory.getLogger(SqliteWriter.class);

    /** Beyond so many times the log's bound, commits wait for the reads that are in the way. */
    private static final int PATIENT_FACTOR = 4;

    private static final long EVERY_NANOS = 100_000_000;

    /** How long after commits waited in vain they wait again; each time in vain doubles it. */
    private static final long PATIENT_EVERY_NANOS_MIN = 10_000_000_000L;

    private static final long PATIENT_EVERY_NANOS_MAX = 600_000_000_000L;

    /** A little longer than a read may take. */
    private static final long PATIENCE_MS = ReadDeadline.READ_MS_MAX + 500;

    private record Session(
            Connection connection,
            Statements statements,
            PreparedStatement begin,
            PreparedStatement commit,
            PreparedStatement rollback) {}

    private final SqliteDatabase database;
    private final long walBytesMax;
    private final Time time;
    private final BooleanSupplier reading;
    private final SqliteIds ids = new SqliteIds();
    private final Map<Class<?>, Object> memory = new HashMap<>();
    private @Nullable Session session;
    private @Nullable SqliteTx tx;
    private long checkpointedAtNanos;
    private long waitedAtNanos;
    private long waitAgainNanos;

    /**
     * @param reading whether a read of this store is under way
     */
    SqliteWriter(SqliteDatabase database, long walBytesMax, Time time, BooleanSupplier reading) {
        this.database = database;
        this.walBytesMax = walBytesMax;
        this.time = time;
        this.reading = reading;
        this.checkpointedAtNanos = time.nanos() - EVERY_NANOS;
    }

    SqliteDatabase database() {
        return database;
    }

    Time time() {
        return time;
    }

    @Override
    public Tx begin() throws SQLException {
        if (tx != null) {
            throw new IllegalStateException("a transaction inside another");
        }
        var current = session();
        current.begin().execute();
        var begun = new SqliteTx(current.statements(), time.nowMs(), ids::next, memory);
        tx = begun;
        return begun;
    }

    @Override
    public void commit() throws SQLException {
        var ending = tx;
        if (ending == null || !ending.end()) {
            throw new IllegalStateException("a failed transaction is not committed");
        }
        session().commit().execute();
        tx = null;
        ending.committed();
    }

    @Override
    public Trouble abandon(Throwable cause) {
        boolean begun = tx != null;
        if (tx != null) {
            tx.end();
        }
        tx = null;
        boolean harmless = SqliteFailures.harmless(cause);
        boolean rolledBack = rollback();
        if (!(begun && harmless && rolledBack) && database.file() != null) {
            close();
        }
        return new Trouble(remedy(cause, begun, harmless), SqliteFailures.of(cause));
    }

    private static Remedy remedy(Throwable cause, boolean begun, boolean harmless) {
        if (!begun && cause instanceof StoreFailure) {
            return Remedy.GIVE_UP;
        }
        return begun && harmless ? Remedy.SINGLE_OUT : Remedy.AGAIN;
    }

    /**
     * Keeps the write-ahead log from growing without bound. SQLite's own checkpoints start it anew only at a moment
     * when no read is under way; where there is none, it is emptied here, at last by making commits wait for reads,
     * which end. Whoever else looks into the file may do so for hours: commits do not wait for him.
     */
    @Override
    public void upkeep() {
        long bytes = database.walBytes();
        long now = time.nanos();
        if (bytes <= walBytesMax || now - checkpointedAtNanos < EVERY_NANOS) {
            return;
        }
        boolean waits =
                bytes > walBytesMax * PATIENT_FACTOR && reading.getAsBoolean() && now - waitedAtNanos >= waitAgainNanos;
        try (var statement = session().connection().createStatement()) {
            statement.execute("pragma busy_timeout = " + (waits ? PATIENCE_MS : 0));
            boolean emptied = checkpoint(statement);
            statement.execute("pragma busy_timeout = " + SqliteDatabase.BUSY_TIMEOUT_MS);
            checkpointedAtNanos = time.nanos();
            if (emptied) {
                waitAgainNanos = 0;
            } else if (waits) {
                waitedAtNanos = checkpointedAtNanos;
                waitAgainNanos =
                        Math.min(PATIENT_EVERY_NANOS_MAX, Math.max(PATIENT_EVERY_NANOS_MIN, 2 * waitAgainNanos));
            }
        } catch (SQLException failure) {
            log.warn("the write-ahead log could not be emptied", failure);
            close();
        }
    }

    private static boolean checkpoint(Statement statement) throws SQLException {
        try (var rows = statement.executeQuery("pragma wal_checkpoint(truncate)")) {
            return rows.next() && rows.getInt(1) == 0;
        }
    }

    @Override
    public Parting parting() {
        return Parting.ONE_BY_ONE;
    }

    /** Reads on this connection: for a database in memory, which has no other. */
    <T> T read(Read<T> read) {
        if (tx != null) {
            throw new IllegalStateException("a read inside a transaction of the same thread");
        }
        try {
            var value = read.from(begin());
            commit();
            return value;
        } catch (SQLException | RuntimeException failure) {
            throw abandon(failure).failure();
        }
    }

    private Session session() throws SQLException {
        var known = session;
        if (known != null) {
            return known;
        }
        var connection = database.openWriter();
        try {
            ids.resync(connection);
            var opened = new Session(
                    connection,
                    new Statements(connection),
                    connection.prepareStatement("begin immediate"),
                    connection.prepareStatement("commit"),
                    connection.prepareStatement("rollback"));
            session = opened;
            return opened;
        } catch (SQLException | RuntimeException failure) {
            connection.close();
            throw failure;
        }
    }

    private boolean rollback() {
        var current = session;
        if (current == null) {
            return false;
        }
        try {
            current.rollback().execute();
            return true;
        } catch (SQLException already) {
            log.debug("rollback found no transaction", already);
            return false;
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

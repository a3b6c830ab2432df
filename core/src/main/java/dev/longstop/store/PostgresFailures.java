package dev.longstop.store;

import dev.longstop.telemetry.ErrorCode;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What PostgreSQL's failures mean. */
final class PostgresFailures {

    /** The server ended the session: by an administrator, a crash, a shutdown, an idle limit. */
    private static final Set<String> SESSION_ENDED = Set.of("57P01", "57P02", "57P03", "57P05", "25P03", "25P04");

    /**
     * The session remembers what the server does not any more: a statement's plan after a newer node's migration, a
     * prepared statement behind a pooler.
     */
    private static final Set<String> SESSION_STALE = Set.of("0A000", "26000");

    private static final String LOCK_TIMEOUT = "55P03";
    private static final String TOO_SLOW = "57014";

    private static final String DISK_FULL = "53100";
    private static final String READ_ONLY = "25006";

    private PostgresFailures() {}

    /** The database's own failure among what a transaction may throw. */
    static @Nullable SQLException sql(Throwable cause) {
        if (cause instanceof SqlFailure failure) {
            return failure.sql();
        }
        return cause instanceof SQLException sql ? sql : null;
    }

    /** Whether the connection is gone or not fit for use: another one may be. */
    static boolean lost(SQLException sql) {
        var state = state(sql);
        return state.startsWith("08")
                || SESSION_ENDED.contains(state)
                || SESSION_STALE.contains(state)
                || state.equals(READ_ONLY);
    }

    /** Whether somebody else was in the way, for now: a lock, a deadlock. */
    static boolean passing(SQLException sql) {
        var state = state(sql);
        return state.startsWith("40") || state.equals(LOCK_TIMEOUT);
    }

    /** Whether the server lacks something, or takes too long, and no item is to blame. */
    static boolean exhausted(SQLException sql) {
        var state = state(sql);
        return state.startsWith("53") || state.startsWith("58") || state.equals(TOO_SLOW);
    }

    static StoreFailure of(Throwable cause) {
        if (cause instanceof StoreFailure already) {
            return already;
        }
        var sql = sql(cause);
        if (sql == null) {
            return new StoreFailure(ErrorCode.STORE_REFUSED, "the work of an item failed", cause);
        }
        if (state(sql).equals(DISK_FULL)) {
            return new StoreFailure(ErrorCode.STORE_FULL, "the store's disk is full", sql);
        }
        return lost(sql) || passing(sql) || exhausted(sql)
                ? new StoreFailure(ErrorCode.STORE_UNAVAILABLE, "the store failed", sql)
                : new StoreFailure(ErrorCode.STORE_REFUSED, "the store refused a row", sql);
    }

    /** What a failure means to one who reads: the server may notice sooner than we do that a read takes too long. */
    static StoreFailure ofRead(Throwable cause) {
        var sql = sql(cause);
        return sql != null && state(sql).equals(TOO_SLOW) ? Readers.tooLong(cause) : of(cause);
    }

    private static String state(SQLException sql) {
        var state = sql.getSQLState();
        return state == null ? "" : state;
    }
}

package dev.longstop.store;

import dev.longstop.telemetry.ErrorCode;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What SQLite's failures mean. */
final class SqliteFailures {

    private static final int FULL = SQLiteErrorCode.SQLITE_FULL.code;
    private static final int CONSTRAINT = SQLiteErrorCode.SQLITE_CONSTRAINT.code;

    private SqliteFailures() {}

    /** Whether the connection may go on: a refused row harms nothing else; a stage's bug never reached the database. */
    static boolean harmless(Throwable cause) {
        var sql = sql(cause);
        return sql == null || primary(sql) == CONSTRAINT;
    }

    /** Whether somebody else holds the lock that was asked for. */
    static boolean busy(SQLException sql) {
        return primary(sql) == SQLiteErrorCode.SQLITE_BUSY.code;
    }

    static StoreFailure of(Throwable cause) {
        if (cause instanceof StoreFailure already) {
            return already;
        }
        var sql = sql(cause);
        if (sql == null) {
            return new StoreFailure(ErrorCode.STORE_REFUSED, "the work of an item failed", cause);
        }
        return switch (code(sql)) {
            case STORE_FULL -> new StoreFailure(ErrorCode.STORE_FULL, "the store's disk is full", sql);
            case STORE_REFUSED -> new StoreFailure(ErrorCode.STORE_REFUSED, "the store refused a row", sql);
            default -> new StoreFailure(ErrorCode.STORE_UNAVAILABLE, "the store failed", sql);
        };
    }

    private static ErrorCode code(SQLException sql) {
        // A write beyond a quota or the process's file-size limit is an I/O error to SQLite; only ENOSPC is "full".
        if (primary(sql) == FULL || extended(sql) == SQLiteErrorCode.SQLITE_IOERR_WRITE.code) {
            return ErrorCode.STORE_FULL;
        }
        return switch (primary(sql)) {
            case 0, 1, 11, 18, 19, 20, 21, 25, 26 -> ErrorCode.STORE_REFUSED;
            default -> ErrorCode.STORE_UNAVAILABLE;
        };
    }

    private static @Nullable SQLException sql(Throwable cause) {
        if (cause instanceof SqlFailure failure) {
            return failure.sql();
        }
        return cause instanceof SQLException sql ? sql : null;
    }

    private static int extended(SQLException sql) {
        return sql instanceof SQLiteException sqlite ? sqlite.getResultCode().code : sql.getErrorCode();
    }

    private static int primary(SQLException sql) {
        return extended(sql) & 0xff;
    }
}

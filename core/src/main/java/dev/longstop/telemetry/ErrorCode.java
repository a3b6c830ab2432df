package dev.longstop.telemetry;

/**
 * What can go wrong with machinery or configuration, by a name that has a page: {@code docs/errors/<CODE>.md} says what
 * it means, why it happens and what to do.
 */
public enum ErrorCode {
    /** The configuration has problems; all are in one report. */
    CONFIG_INVALID,
    /** The store cannot be reached or answers with a failure that is not ours. */
    STORE_UNAVAILABLE,
    /** The store's disk, quota or file-size limit is exhausted. */
    STORE_FULL,
    /** Another process serves from this SQLite file. */
    STORE_IN_USE,
    /** The database is set so that a commit may be lost. */
    STORE_NOT_DURABLE,
    /** The schema is newer than this program, or its migration could not get its lock. */
    STORE_SCHEMA,
    /** One statement or row was refused: a bug, or damage. */
    STORE_REFUSED,
    /** A read took longer than it may. */
    STORE_READ_TIMEOUT,
    /** A call out did not end in an HTTP answer. */
    CALL_FAILED,
    /** The admin API cannot be reached or refused the token. */
    ADMIN_UNREACHABLE,
    /** A port that the program must listen on is taken or not allowed. */
    LISTEN_FAILED
}

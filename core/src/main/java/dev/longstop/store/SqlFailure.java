package dev.longstop.store;

import java.sql.SQLException;

/** Carries a database's own exception through the stages, which let it pass, to the store, which judges it. */
final class SqlFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final SQLException sql;

    SqlFailure(SQLException sql) {
        super(sql.getMessage(), sql);
        this.sql = sql;
    }

    /** What the driver threw. */
    SQLException sql() {
        return sql;
    }
}

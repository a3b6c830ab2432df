package dev.longstop.store;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads one row; must not move the result set. */
@FunctionalInterface
public interface RowReader<T> {

    /** The value that the current row stands for. */
    T read(ResultSet row) throws SQLException;
}

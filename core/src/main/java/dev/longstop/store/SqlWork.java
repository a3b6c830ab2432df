package dev.longstop.store;

import java.sql.SQLException;

/** Something done with a connection. */
@FunctionalInterface
interface SqlWork<T> {

    T run() throws SQLException;
}

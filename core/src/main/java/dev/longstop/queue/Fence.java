package dev.longstop.queue;

import dev.longstop.store.Bulk;
import dev.longstop.store.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A run and the token that a write to it must show. */
record Fence(long runId, long token) {

    static Fence of(Lease lease) {
        return new Fence(lease.runId(), lease.token());
    }

    static Fence read(ResultSet row) throws SQLException {
        return new Fence(row.getLong(1), row.getLong(2));
    }

    /** Runs a fenced update and says which fences held. */
    static Set<Fence> held(Tx tx, Bulk update, List<Object[]> rows) {
        return new HashSet<>(tx.write(update, rows, Fence::read));
    }
}

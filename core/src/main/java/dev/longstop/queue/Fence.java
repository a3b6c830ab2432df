package dev.longstop.queue;

import dev.longstop.store.Bulk;
import dev.longstop.store.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A leased row and the token that a write to it must show: zero rows written means that the lease was lost (I4).
 *
 * @param id the row
 * @param token the token of the claim
 */
public record Fence(long id, long token) {

    static Fence of(Lease lease) {
        return new Fence(lease.runId(), lease.token());
    }

    /** Runs a fenced update that returns row and token, and says which fences held. */
    public static Set<Fence> held(Tx tx, Bulk update, List<Object[]> rows) {
        return new HashSet<>(tx.write(update, rows, Fence::read));
    }

    private static Fence read(ResultSet row) throws SQLException {
        return new Fence(row.getLong(1), row.getLong(2));
    }
}

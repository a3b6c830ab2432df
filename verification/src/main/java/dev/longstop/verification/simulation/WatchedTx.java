package dev.longstop.verification.simulation;

import dev.longstop.store.Bulk;
import dev.longstop.store.ForwardingTx;
import dev.longstop.store.RowReader;
import dev.longstop.store.Tx;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;

/** Writes down what was to be settled under which token, and what was; passes everything on unchanged. */
final class WatchedTx extends ForwardingTx {

    /** The first line of the statement that ends what newer work takes the place of. Its columns begin with the id. */
    private static final String SUPERSEDE = "-- queue: supersede runs\n";

    /** What is worked on under leases. */
    enum Kind {
        RUN("-- queue: settle attempts\n"),
        EFFECT("-- effect: settle attempts\n");

        /** The first line of the statement that settles it. Its columns begin with id, token, next state, answers. */
        private final String settle;

        Kind(String settle) {
            this.settle = settle;
        }
    }

    /**
     * A row that was to be settled.
     *
     * @param answers how many answers it counts, 0 or 1
     * @param wrote whether the statement wrote it
     */
    record Settle(Kind kind, long id, long token, int answers, boolean wrote) {}

    private record Written(long id, long token) {}

    private final List<Settle> settles = new ArrayList<>();
    private final List<Long> superseded = new ArrayList<>();

    WatchedTx(Tx tx) {
        super(tx);
    }

    List<Settle> settles() {
        return List.copyOf(settles);
    }

    /** The runs whose place newer ones took. */
    List<Long> superseded() {
        return List.copyOf(superseded);
    }

    @Override
    public <T> List<T> write(Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
        for (var kind : Kind.values()) {
            if (bulk.sql().startsWith(kind.settle)) {
                return settle(kind, bulk, rows, reader);
            }
        }
        return below.write(bulk, rows, reader);
    }

    private <T> List<T> settle(Kind kind, Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
        var written = new HashSet<Written>();
        var values = below.write(bulk, rows, row -> {
            written.add(new Written(row.getLong(1), row.getLong(2)));
            return reader.read(row);
        });
        for (var row : rows) {
            long id = (Long) Objects.requireNonNull(row[0]);
            long token = (Long) Objects.requireNonNull(row[1]);
            int answers = (Integer) Objects.requireNonNull(row[3]);
            settles.add(new Settle(kind, id, token, answers, written.remove(new Written(id, token))));
        }
        return values;
    }

    @Override
    public int write(Bulk bulk, List<Object[]> rows) {
        if (bulk.sql().startsWith(SUPERSEDE)) {
            rows.forEach(row -> superseded.add((Long) Objects.requireNonNull(row[0])));
        }
        return below.write(bulk, rows);
    }
}

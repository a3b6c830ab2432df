package dev.longstop.verification.simulation;

import dev.longstop.store.Batch;
import dev.longstop.store.Bulk;
import dev.longstop.store.ForwardingTx;
import dev.longstop.store.RowReader;
import dev.longstop.store.Tx;
import java.sql.SQLException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Breaks transactions: after at most two statements of an item's batch the next one fails, or all of them work and the
 * commit fails, as it does where no statement is left.
 *
 * <p>An item may break a transaction once, so that it is committed when the store tries again, or always, so that only
 * its own caller may hear of it.
 */
final class Breakage {

    private static final int ALWAYS = 1_000;

    /** Instead of a number of statements: all of them. */
    private static final int ALL = 3;

    /** Everything went well, and then the commit itself fails: a reference to nothing, which is looked at only then. */
    private static final List<String> CANNOT_BE_COMMITTED = List.of("""
            -- simulation: what is looked at when it is committed
            create temporary table if not exists referred (id integer primary key)
            """, """
            -- simulation: what refers to it
            create temporary table if not exists refers (
                id integer references referred (id) deferrable initially deferred)
            """, """
            -- simulation: refer to nothing
            insert into refers (id) values (1)
            """);

    private final Swarm faults;
    private final IdentityHashMap<Batch<?, ?>, Breaking<?, ?>> decorated = new IdentityHashMap<>();
    private final IdentityHashMap<Object, Integer> left = new IdentityHashMap<>();

    Breakage(Swarm faults) {
        this.faults = faults;
    }

    /** The batch that does the work of an item, which may have been chosen to break it. */
    <I, O> Batch<I, O> on(Batch<I, O> batch, I item) {
        // The same item may be handed in again after it failed.
        left.remove(item);
        if (faults.strikes(Fault.TRANSACTION_BREAKS, 0.3)) {
            left.put(item, faults.stream(Fault.TRANSACTION_BREAKS).chance(0.5) ? 1 : ALWAYS);
        }
        @SuppressWarnings("unchecked") // Each batch is mapped to its own decorator, of the same types.
        var known = (Batch<I, O>) decorated.computeIfAbsent(batch, b -> new Breaking<>(batch, this));
        return known;
    }

    private boolean takesOne(Object item) {
        int more = left.getOrDefault(item, 0);
        left.replace(item, more - 1);
        return more > 0;
    }

    private static final class Breaking<I, O> implements Batch<I, O> {
        private final Batch<I, O> batch;
        private final Breakage breakage;

        Breaking(Batch<I, O> batch, Breakage breakage) {
            this.batch = batch;
            this.breakage = breakage;
        }

        @Override
        public String name() {
            return batch.name();
        }

        @Override
        public Stream stream() {
            return batch.stream();
        }

        @Override
        public long bytes(I item) {
            return batch.bytes(item);
        }

        @Override
        public List<O> apply(Tx tx, List<I> items) {
            boolean breaks = false;
            for (var item : items) {
                breaks |= breakage.takesOne(item);
            }
            if (!breaks) {
                return batch.apply(tx, items);
            }
            int statements = breakage.faults.stream(Fault.TRANSACTION_BREAKS).between(0, ALL);
            var outcomes = batch.apply(statements == ALL ? tx : new BreakingTx(tx, statements), items);
            CANNOT_BE_COMMITTED.forEach(statement -> tx.update(statement, Map.of()));
            return outcomes;
        }
    }

    /** Passes on so many statements, and breaks the next. */
    private static final class BreakingTx extends ForwardingTx {
        private int left;

        BreakingTx(Tx tx, int statements) {
            super(tx);
            this.left = statements;
        }

        private void count() {
            if (left-- <= 0) {
                throw new IllegalStateException("a simulated failure in the middle of a transaction");
            }
        }

        /** The last statement that works fails while its rows are read, as a connection does that goes away. */
        private <T> RowReader<T> counted(RowReader<T> reader) {
            count();
            return left > 0
                    ? reader
                    : row -> {
                        throw new SQLException("a simulated loss of the connection");
                    };
        }

        @Override
        public int write(Bulk bulk, List<Object[]> rows) {
            count();
            return below.write(bulk, rows);
        }

        @Override
        public int[] writeEach(Bulk bulk, List<Object[]> rows) {
            count();
            return below.writeEach(bulk, rows);
        }

        @Override
        public <T> List<T> write(Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
            return below.write(bulk, rows, counted(reader));
        }

        @Override
        public <T> List<T> query(Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
            return below.query(bulk, rows, counted(reader));
        }

        @Override
        public <T> List<T> query(String sql, Map<String, ?> parameters, RowReader<T> reader) {
            return below.query(sql, parameters, counted(reader));
        }

        @Override
        public int update(String sql, Map<String, ?> parameters) {
            count();
            return below.update(sql, parameters);
        }
    }
}

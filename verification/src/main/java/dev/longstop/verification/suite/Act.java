package dev.longstop.verification.suite;

import dev.longstop.store.Batch;
import dev.longstop.store.Bulk;
import dev.longstop.store.Read;
import dev.longstop.store.Store;
import dev.longstop.store.StoreFailure;
import dev.longstop.store.Tx;
import dev.longstop.telemetry.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A small item of work for tests of stores: one row of the table {@code action}.
 *
 * @param target what the row is found by
 * @param kind what goes wrong with it
 * @param detailBytes how much its row weighs besides
 */
public record Act(String target, Kind kind, int detailBytes) {

    private static final Bulk INSERT = Bulk.of("id bigint, acted_at bigint, verb text, target text, detail text", """
            -- test: insert actions
            insert into action (id, acted_at, actor, verb, target, detail)
            select v.id, v.acted_at, 'test', v.verb, v.target, v.detail
            from <rows> as v
            where true
            """);

    private static final String TARGETS = """
            -- test: all targets
            select target
            from action
            order by id
            """;

    private static final int READS_MAX = 5;

    /** Inserts the rows and gives their ids. */
    public static final Batch<Act, Long> BATCH = new Inserting("act", Tx::write);

    /** The same under another name: another kind of work. */
    public static final Batch<Act, Long> OTHER_BATCH = new Inserting("other act", Tx::write);

    /** Inserts the rows by the commit at the latest, and gives their ids. */
    public static final Batch<Act, Long> BY_BATCH = new Inserting("act by the commit", Tx::writeBy);

    /** What goes wrong. */
    public enum Kind {
        /** Nothing. */
        GOOD,
        /** The database refuses the row. */
        REFUSED,
        /** The batch throws. */
        BUG,
        /** The batch throws an error that nobody expects. */
        ERROR
    }

    /** An item that works. */
    public static Act good(String target) {
        return new Act(target, Kind.GOOD, 0);
    }

    /** An item that does not. */
    public static Act of(String target, Kind kind) {
        return new Act(target, kind, 0);
    }

    /** The targets of all rows that are there. */
    public static Set<String> targets(Store store) {
        Read<List<String>> all = tx -> tx.query(TARGETS, Map.of(), row -> row.getString(1));
        for (int tries = 1; ; tries++) {
            try {
                return store.read(all).stream().collect(Collectors.toUnmodifiableSet());
            } catch (StoreFailure failure) {
                // A machine that is busy with other things may be too slow for a read now and then.
                if (failure.code() != ErrorCode.STORE_READ_TIMEOUT || tries == READS_MAX) {
                    throw failure;
                }
            }
        }
    }

    private Object[] row(Tx tx) {
        switch (kind) {
            case GOOD, REFUSED -> {}
            case BUG -> throw new IllegalStateException("a bug");
            case ERROR -> throw new AssertionError("an error");
        }
        var verb = kind == Kind.REFUSED ? null : "did";
        return new Object[] {tx.nextId("action"), tx.nowMs(), verb, target, "x".repeat(detailBytes)};
    }

    /** A way to write rows of which nobody asks how many there were. */
    private interface Writing {
        void write(Tx tx, Bulk bulk, List<Object[]> rows);
    }

    private record Inserting(String name, Writing writing) implements Batch<Act, Long> {

        @Override
        public long bytes(Act act) {
            return 200L + act.detailBytes();
        }

        @Override
        public List<Long> apply(Tx tx, List<Act> acts) {
            var rows = acts.stream().map(act -> act.row(tx)).toList();
            writing.write(tx, INSERT, rows);
            return rows.stream().map(row -> (Long) row[0]).toList();
        }
    }
}

package dev.longstop.verification.suite;

import dev.longstop.store.Batch;
import dev.longstop.store.Dialect;
import dev.longstop.store.RowReader;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Looks into a store's tables, and lets time pass in them. */
final class Rows {

    private final Store store;

    Rows(Store store) {
        this.store = store;
    }

    /** How many rows a {@code from} clause has. */
    long count(String from) {
        return store.read(tx -> tx.query("select count(*) from " + from, Map.of(), row -> row.getLong(1)))
                .get(0);
    }

    /** The first column of a query, as text. */
    List<String> texts(String sql) {
        return all(sql, row -> String.valueOf(row.getString(1)));
    }

    /** What a query gives. */
    <T> List<T> all(String sql, RowReader<T> reader) {
        return store.read(tx -> tx.query(sql, Map.of(), reader));
    }

    /** Changes rows behind the stages' backs. */
    void change(String sql) {
        Answers.of(store.submit(CHANGE, sql));
    }

    /** Makes everything older: what was to come in {@code ms} is now. */
    void age(long ms) {
        change("update run set lease_until = lease_until - " + ms + " where lease_until is not null");
        change("update run set due_at = due_at - " + ms + " where due_at is not null");
        change("update effect set lease_until = lease_until - " + ms + " where lease_until is not null");
        change("update effect set due_at = due_at - " + ms + " where due_at is not null");
    }

    /** Empties every table that the stages write. */
    void empty() {
        change("delete from setting where name like 'limit:%' or name like 'pause:%' or name like 'alarm:%'"
                + " or name like 'replay:%'");
        if (store.dialect() == Dialect.POSTGRESQL) {
            change("truncate observation, effect, run, job, mismatch, inbox, delivery, action");
        } else {
            Stream.of("observation", "effect", "run", "job", "mismatch", "inbox", "delivery", "action")
                    .forEach(table -> change("delete from " + table));
        }
    }

    /** Runs texts as they stand, and gives how many rows each wrote. */
    static final Batch<String, Integer> CHANGE = new Batch<>() {
        @Override
        public String name() {
            return "change";
        }

        @Override
        public List<Integer> apply(Tx tx, List<String> items) {
            return items.stream().map(sql -> tx.update(sql, Map.of())).toList();
        }
    };
}

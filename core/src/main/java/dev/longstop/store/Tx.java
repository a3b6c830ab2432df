package dev.longstop.store;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A transaction of the store, as the stages' statements see it.
 *
 * <p><i>Threads</i>: one at a time. Not to be kept beyond the call that gave it. <i>Errors</i>: failures of the
 * database are thrown as they are and end the transaction; a stage lets them pass.
 */
public interface Tx {

    /** Which database this is. */
    Dialect dialect();

    /** The store's time of this transaction in epoch milliseconds; on PostgreSQL the server's clock. */
    long nowMs();

    /**
     * Runs a bulk statement without {@code returning}.
     *
     * @param rows values in the order of the statement's columns: {@code Long}, {@code Integer}, {@code String},
     *     {@code byte[]} or null; an empty list runs nothing
     * @return how many rows were written in all
     */
    int write(Bulk bulk, List<Object[]> rows);

    /**
     * Runs a bulk statement as {@link #write} before anything that comes after it, and at the latest with the commit:
     * where the database is another process, it goes there together with that. What is wrong with it may show only
     * then.
     */
    default void writeBy(Bulk bulk, List<Object[]> rows) {
        write(bulk, rows);
    }

    /**
     * Runs a joint statement. PostgreSQL only.
     *
     * @param rows the rows of each kind, in the order of the statement's kinds
     * @param commits whether the transaction is committed with it: what has been written stands then once this returns,
     *     and what comes later is another transaction, with a time of its own. Where nothing comes later, one way to
     *     the server has done it all. Only for work that may be done twice, and in a stream whose other work may be,
     *     too: after a failure, here or later, items are applied again whether or not they stand already.
     * @return what the statement returned, in no promised order
     */
    <T> List<T> write(Joint joint, List<List<Object[]>> rows, boolean commits, RowReader<T> reader);

    /** Runs a bulk statement as {@link #write}, and gives how many rows it wrote for each. SQLite only. */
    int[] writeEach(Bulk bulk, List<Object[]> rows);

    /** Runs a bulk statement that ends in {@code returning} and gives the returned rows, in no promised order. */
    <T> List<T> write(Bulk bulk, List<Object[]> rows, RowReader<T> reader);

    /**
     * Runs a bulk statement that is a query ({@code select ... from <rows> as v join ...}); order as the database gives
     * it.
     */
    <T> List<T> query(Bulk bulk, List<Object[]> rows, RowReader<T> reader);

    /**
     * Runs a query with named parameters ({@code :name}).
     *
     * @param parameters a value per name: {@code Long}, {@code Integer}, {@code String}, {@code byte[]}; for null use a
     *     statement that has none
     */
    <T> List<T> query(String sql, Map<String, ?> parameters, RowReader<T> reader);

    /** Runs an update with named parameters, and gives how many rows it wrote. */
    int update(String sql, Map<String, ?> parameters);

    /**
     * The next free row id of a table that has no sequence of its own ({@code delivery job run effect mismatch
     * action}).
     */
    long nextId(String table);

    /**
     * What a stage remembers of a database that nobody else writes, from one transaction to the next. Transactions that
     * failed have left their traces in it. SQLite only.
     *
     * @param fresh gives what is remembered at first
     */
    <T> T remembered(Class<T> kind, Supplier<T> fresh);

    /**
     * Has something done once the transaction is committed, by the thread that commits and before anybody is answered;
     * not if it fails, or if nobody knows. SQLite only.
     *
     * @param work must not throw
     */
    void afterCommit(Runnable work);
}

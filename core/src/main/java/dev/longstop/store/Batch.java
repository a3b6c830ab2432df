package dev.longstop.store;

import java.util.List;

/**
 * One kind of work that is done for many items in one transaction: accept, claim, renew, settle, merge.
 *
 * <p>Instances are constants of their stage. The store gathers waiting items of a kind and calls {@link #apply} once
 * for them; it may call it again, for some or each of the same items, after a failure has been rolled back.
 *
 * @param <I> an item
 * @param <O> the outcome of an item
 */
public interface Batch<I, O> {

    /** The name of the work, in the road's words: for logs and metrics. */
    String name();

    /**
     * Which stream of commits the work belongs to. Stores that write through several connections keep the kinds apart,
     * so that accepting never waits for agents' bookkeeping.
     */
    default Stream stream() {
        return Stream.WORK;
    }

    /** What an item weighs, in bytes, against the bound of one commit. */
    default long bytes(I item) {
        return 512;
    }

    /**
     * Does the work of all items, in their order of arrival, inside a transaction that the store commits.
     *
     * <p><i>Shape</i>: one outcome per item, same order. No I/O besides the transaction, no waiting. <i>Errors</i>: an
     * exception fails the whole call; the store then finds the bad item by trying again with fewer. Work that commits
     * on the way ({@link Tx#write(Joint, List, boolean, RowReader)}) finds what it wrote then.
     */
    List<O> apply(Tx tx, List<I> items);

    /** The streams of commits. */
    enum Stream {
        /** Deliveries: what a sender waits for. */
        ACCEPT,
        /** Everything behind the inbox. */
        WORK
    }
}

package dev.longstop.store;

/**
 * Hears of every commit: for {@code longstop_commit_batch_size} and {@code longstop_commit_seconds}.
 *
 * <p><i>Threads</i>: called on the thread that commits, before the items are answered. Must not block.
 */
@FunctionalInterface
public interface CommitObserver {

    /**
     * A commit returned.
     *
     * @param items how many items it held
     * @param nanos how long the transaction took, from its begin until {@code commit()} returned
     */
    void committed(int items, long nanos);

    /** Hears nothing. */
    static CommitObserver none() {
        return (items, nanos) -> {};
    }
}

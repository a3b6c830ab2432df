package dev.longstop.store;

import dev.longstop.loop.Step;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The durable store of one installation.
 *
 * <p><i>Threads</i>: safe. <i>Promises</i>: whatever waits is committed together, without a timer; a stage completes
 * only after {@code commit()} returned (I1). <i>Source</i>: design section 4, "Group commit".
 */
public interface Store extends Reads, AutoCloseable {

    /** Which database this is. */
    Dialect dialect();

    /**
     * Hands in one item of work; it shares a commit with whatever else waits.
     *
     * @return completes with the item's outcome once its commit returned; else fails with a {@link StoreFailure},
     *     which says what is written then. Completes on a thread of the store: hand long work elsewhere.
     */
    <I, O> CompletionStage<O> submit(Batch<I, O> batch, I item);

    /** The random id of this installation, made once when the schema was. */
    String installation();

    /** What a test turns by hand; nothing where the store has threads of its own. */
    List<Step> steps();

    /** The size of the write-ahead log in bytes, for {@code longstop_wal_bytes}; 0 where the database keeps its own. */
    long walBytes();

    /** The database's clock in epoch milliseconds. */
    long clockMs();

    /** Commits what was handed in, refuses what comes later, closes. */
    @Override
    void close();
}

package dev.longstop.inbox;

import dev.longstop.queue.Aftermath;
import dev.longstop.queue.Policies;
import dev.longstop.store.Store;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The inbox: where an event becomes ours.
 *
 * <p><i>Threads</i>: safe. <i>Promises</i>: I1, I3; one event, one row, one run per agent, however many copies come at
 * once (S3, S4, A5, A8). <i>Source</i>: design sections 3 and 4.
 */
public final class Inbox {

    private final Store store;
    private final AcceptBatch accept;

    /** An inbox whose runs nothing governs. */
    public Inbox(Store store) {
        this(store, Policies.NONE);
    }

    /**
     * An inbox.
     *
     * @param policies what governs the birth of runs, by agent
     */
    public Inbox(Store store, Policies policies) {
        this(store, policies, Aftermath.none());
    }

    /**
     * An inbox.
     *
     * @param policies what governs the birth of runs, by agent
     * @param aftermath what becomes of what runs began elsewhere whose place is taken by newer ones
     */
    public Inbox(Store store, Policies policies, Aftermath aftermath) {
        this.store = store;
        this.accept = new AcceptBatch(policies, aftermath);
    }

    /**
     * Commits a verified delivery with its events and their runs, as far as they are new.
     *
     * <p><i>Errors</i>: the stage fails with {@code StoreFailure} if the delivery was not written, not as a whole, or
     * nobody knows; the sender must not hear success then, and what it sends again is taken in as far as it is new.
     *
     * @return completes after the commit, on a thread of the store, with an outcome per item in their order
     */
    public CompletionStage<List<Acceptance.Outcome>> accept(Acceptance acceptance) {
        return store.submit(accept, Letter.of(acceptance));
    }
}

package dev.longstop.effect;

import dev.longstop.queue.ClaimRequest;
import dev.longstop.store.Parked;
import dev.longstop.store.Store;
import dev.longstop.time.Randomness;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Effects under the queue's lease rules: claimed, renewed, settled once; reclaimed when their process is gone.
 *
 * <p><i>Threads</i>: safe. Stages complete on a thread of the store. <i>Errors</i>: a stage fails with {@code
 * StoreFailure} if nothing of the item was written. <i>Promises</i>: I4, I5, I8. <i>Source</i>: design section 4,
 * "Effects".
 */
public final class Effects {

    /** Leases that an effect may lose; the last one ends it. */
    public static final int LAPSES_MAX = EffectSql.LAPSES_MAX;

    /** Pending effects that the configuration lacks. */
    public static final Parked PARKED = new Parked(EffectSql.NEXT_NAME, EffectSql.PENDING_OF_NAME);

    private static final int RECLAIM_MAX = 1_000;

    private static final int OLDER_MAX = 1_000_000;

    private final Store store;
    private final Randomness randomness;

    public Effects(Store store, Randomness randomness) {
        this.store = store;
        this.randomness = randomness;
    }

    /**
     * Gives due effects out, those that are due longest first.
     *
     * @param request its slots name effects; effects that are in none are parked
     */
    public CompletionStage<List<ClaimedEffect>> claim(ClaimRequest request) {
        return store.submit(EffectClaimBatch.CLAIM, request);
    }

    /**
     * Extends a lease to {@code leaseMs} from now, also one that lapsed and that nobody took.
     *
     * @return the lease as it stands, or empty if it is lost: nothing more may be sent
     */
    public CompletionStage<Optional<EffectLease>> renew(EffectLease lease, long leaseMs) {
        return store.submit(EffectRenewBatch.RENEW, new EffectRenewBatch.Item(lease, leaseMs));
    }

    /**
     * Says that the request is about to be sent. To be committed before an effect of policy {@code at_most_once}
     * leaves: only then is it known after a crash that it may have happened (J1, J2).
     *
     * @return false if the lease is lost: it must not be sent
     */
    public CompletionStage<Boolean> sending(EffectLease lease) {
        return store.submit(EffectSendingBatch.SENDING, lease);
    }

    /**
     * Writes how an attempt ended.
     *
     * @return false if the lease was lost: nothing was written, and whoever claimed later decides
     */
    public CompletionStage<Boolean> settle(EffectSettlement settlement) {
        var claimed = settlement.claimed();
        var policy = claimed.effect().seed().policy();
        var next = settlement.ending().next(policy, claimed.attempts(), settlement.retry(), randomness);
        return store.submit(EffectSettleBatch.SETTLE, new EffectSettleBatch.Item(claimed.lease(), next));
    }

    /**
     * Takes effects back whose leases lapsed: due again at once, uncertain where that could mean twice, dead at the
     * limit.
     *
     * @param owner this process
     * @param ownGraceMs how much longer than others' leases its own are left alone, in milliseconds
     */
    public CompletionStage<List<ReclaimedEffect>> reclaim(String owner, long ownGraceMs) {
        var item = new EffectReclaimBatch.Item(owner, false, ownGraceMs, RECLAIM_MAX);
        return store.submit(EffectReclaimBatch.RECLAIM, item);
    }

    /**
     * Takes back every effect that another process holds. Only where the store has one process at a time (SQLite), at
     * its start.
     *
     * @param owner this process
     */
    public CompletionStage<List<ReclaimedEffect>> voidOlderLeases(String owner) {
        return store.submit(EffectReclaimBatch.RECLAIM, new EffectReclaimBatch.Item(owner, true, 0, OLDER_MAX));
    }

    /**
     * A person wants a dead or uncertain effect tried again, with the same key and the same bytes.
     *
     * @return where it stands afterwards: pending if that was so; empty if there is no such effect
     */
    public CompletionStage<Optional<EffectState>> retry(long effectId, String actor) {
        return store.submit(EffectActBatch.ACT, new EffectActBatch.Item(effectId, EffectActBatch.Verb.RETRY, actor));
    }

    /**
     * A person says that an effect happened, one that is pending, dead or uncertain.
     *
     * @return where it stands afterwards: done if that was so; empty if there is no such effect
     */
    public CompletionStage<Optional<EffectState>> done(long effectId, String actor) {
        return store.submit(EffectActBatch.ACT, new EffectActBatch.Item(effectId, EffectActBatch.Verb.DONE, actor));
    }
}

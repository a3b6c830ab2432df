package dev.longstop.queue;

import dev.longstop.store.Parked;
import dev.longstop.store.RowReader;
import dev.longstop.store.Store;
import dev.longstop.store.StoreFailure;
import dev.longstop.store.Tx;
import dev.longstop.telemetry.ErrorCode;
import dev.longstop.time.Randomness;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The queue: due runs are claimed under fenced leases, renewed while the work goes on, and settled once.
 *
 * <p><i>Threads</i>: safe. Stages complete on a thread of the store. <i>Errors</i>: a stage fails with {@link
 * StoreFailure} if nothing of the item was written. <i>Promises</i>: I4, I5, I9. <i>Source</i>: design section 4,
 * "Leases".
 */
public final class Runs {

    /** Leases that a run may lose; the last one ends it. */
    public static final int LAPSES_MAX = RunSql.LAPSES_MAX;

    /** From so many lost leases on, a run may be what brings processes down: it is claimed alone. */
    public static final int LAPSES_SUSPECT = RunSql.LAPSES_SUSPECT;

    /** The most runs that one order holds. */
    public static final int HELD_AT_ONCE_MAX = 100_000;

    /** How many runs of each state begin to be governed in one commit. */
    private static final int GOVERNED_AT_ONCE_MAX = 100_000;

    private static final int RECLAIM_MAX = 1_000;

    private static final int OLDER_MAX = 1_000_000;

    /** Pending runs of agents that the configuration lacks. */
    public static final Parked PARKED = new Parked(RunSql.NEXT_AGENT, RunSql.PENDING_OF_AGENT);

    private static final int AGENTS_MAX = 1_000;

    private static final RowReader<Long> LONG = row -> row.getLong(1);

    private final Store store;
    private final Randomness randomness;
    private final SettleBatch settle;
    private final ReclaimBatch reclaim;
    private final CallBatch call;
    private final ExpireBatch expire;
    private final ActBatch acting;

    /** A queue after whose runs nothing follows. */
    public Runs(Store store, Randomness randomness) {
        this(store, randomness, Aftermath.none());
    }

    /**
     * A queue in a store.
     *
     * @param aftermath what follows when runs are over
     */
    public Runs(Store store, Randomness randomness, Aftermath aftermath) {
        this.store = store;
        this.randomness = randomness;
        this.settle = new SettleBatch(aftermath);
        this.reclaim = new ReclaimBatch(aftermath);
        this.call = new CallBatch(aftermath);
        this.expire = new ExpireBatch(aftermath);
        this.acting = new ActBatch(aftermath);
    }

    /**
     * Gives due runs out: urgent ones first, then those that are due longest; never two of one lane; a run that lost
     * two leases alone. Agents without a slot are parked. Held runs and shadows are not due.
     */
    public CompletionStage<List<Claimed>> claim(ClaimRequest request) {
        return store.submit(ClaimBatch.CLAIM, request);
    }

    /**
     * Extends a lease to {@code leaseMs} from now, also one that lapsed and that nobody took.
     *
     * @return the lease as it stands, or empty if it is lost: the attempt must end
     */
    public CompletionStage<Optional<Lease>> renew(Lease lease, long leaseMs) {
        return store.submit(RenewBatch.RENEW, new RenewBatch.Item(lease, leaseMs));
    }

    /**
     * Keeps the mark of the process that works under a lease, so that a reclaim can end it first.
     *
     * @return false if the lease is lost
     */
    public CompletionStage<Boolean> mark(Lease lease, String process) {
        return store.submit(MarkBatch.MARK, new MarkBatch.Item(lease, process));
    }

    /**
     * Keeps by which token a callback about an attempt will be known: to be asked before the agent is given the token.
     *
     * @return false if the lease is lost
     */
    public CompletionStage<Boolean> expect(Lease lease, String token) {
        return store.submit(ExpectBatch.EXPECT, new ExpectBatch.Item(lease, Callback.hash(token)));
    }

    /**
     * Settles a run by what its agent says of it from outside: while the attempt is in progress, afterwards, or while
     * the run is due again since no answer had come. A token counts until the run is over or another attempt began.
     *
     * @param retry how often and when the runs of an agent are tried again, by the agent's name
     */
    public CompletionStage<Called> call(Callback callback, Function<String, RetrySettings> retry) {
        return store.submit(call, new CallBatch.Item(callback, retry, randomness));
    }

    /** Ends runs that waited for a word that did not come in time; up to a thousand at once. */
    public CompletionStage<List<Reclaimed>> expire() {
        return store.submit(expire, RECLAIM_MAX);
    }

    /**
     * Writes how an attempt ended: done, dead, or due again after a delay. A result that the store refuses makes the
     * run dead with that reason (F6).
     *
     * @return false if the lease was lost: nothing was written, and whoever claimed later decides
     */
    public CompletionStage<Boolean> settle(Settlement settlement) {
        var next = settlement.ending().next(settlement.attempts(), settlement.retry(), randomness);
        var item = new SettleBatch.Item(settlement.lease(), next);
        return store.submit(settle, item)
                .exceptionallyCompose(failure -> refused(failure)
                        ? store.submit(settle, item.unstorable())
                        : CompletableFuture.failedStage(failure));
    }

    /**
     * Takes runs back whose leases lapsed: due again at once, or dead at the limit.
     *
     * @param owner this process
     * @param ownGraceMs how much longer than others' leases its own are left alone, in milliseconds: a process that was
     *     frozen renews what it still works on, instead of starting it again beside itself
     */
    public CompletionStage<List<Reclaimed>> reclaim(String owner, long ownGraceMs) {
        return reclaim(owner, ownGraceMs, Set.of());
    }

    /**
     * The same, where some agents' interrupted runs are not tried again.
     *
     * @param holding agents whose runs are held instead, since their attempts may have done things
     */
    public CompletionStage<List<Reclaimed>> reclaim(String owner, long ownGraceMs, Set<String> holding) {
        return store.submit(reclaim, new ReclaimBatch.Item(owner, false, ownGraceMs, RECLAIM_MAX, holding));
    }

    /**
     * Takes back every run that another process holds, lapsed or not. Only where the store has one process at a time
     * (SQLite), at its start.
     *
     * @param owner this process
     */
    public CompletionStage<List<Reclaimed>> voidOlderLeases(String owner) {
        return voidOlderLeases(owner, Set.of());
    }

    /**
     * The same, where some agents' interrupted runs are not tried again.
     *
     * @param holding agents whose runs are held instead, since their attempts may have done things
     */
    public CompletionStage<List<Reclaimed>> voidOlderLeases(String owner, Set<String> holding) {
        return store.submit(reclaim, new ReclaimBatch.Item(owner, true, 0, OLDER_MAX, holding));
    }

    /**
     * Lets newer runs of an agent find those that wait in their lanes, also such as were born when its lanes only
     * queued: for an agent whose lanes skip or supersede.
     *
     * @return how many more are found now; if it is any, there may be others
     */
    public CompletionStage<Integer> govern(String agent) {
        return store.submit(GovernBatch.GOVERN, new GovernBatch.Item(agent, GOVERNED_AT_ONCE_MAX));
    }

    /** Does what a person wants with a run, and writes down who wanted it. */
    public CompletionStage<Acted> act(Act act, long runId, String actor) {
        return store.submit(acting, new ActBatch.Item(act, runId, actor));
    }

    /**
     * Holds the pending runs of the events that a secret let in, until a person releases or cancels each: what to do
     * when it has leaked (U10). What is in progress goes on.
     *
     * @param secret the secret's name
     * @return how many, at most {@link #HELD_AT_ONCE_MAX}; then there may be more
     */
    public CompletionStage<Integer> hold(String source, String secret, String actor) {
        return store.submit(HoldBatch.HOLD, new HoldBatch.Item(source, secret, actor, HELD_AT_ONCE_MAX));
    }

    /**
     * Claims no more runs of an agent, or of any, until that is taken back: on every node, and over restarts. What is
     * in progress goes on.
     *
     * @param agent the agent; empty for everything
     * @return false if that was so already
     */
    public CompletionStage<Boolean> pause(Optional<String> agent, String actor) {
        return store.submit(Pauses.ORDER, new Pauses.Order(agent.orElse(Pauses.ALL), true, actor));
    }

    /**
     * Takes a pause back. An agent that was paused by its name stays so while only everything is resumed.
     *
     * @return false if there was none
     */
    public CompletionStage<Boolean> resume(Optional<String> agent, String actor) {
        return store.submit(Pauses.ORDER, new Pauses.Order(agent.orElse(Pauses.ALL), false, actor));
    }

    /** What is paused: agents by name, and {@code *} for everything. */
    public Set<String> paused() {
        return store.read(Pauses::targets);
    }

    /** How much the queue holds now. */
    public RunCounts counts() {
        return store.read(tx -> {
            long due = 0;
            long oldest = Long.MAX_VALUE;
            var next = nextAgent(tx, "");
            for (int i = 0; i < AGENTS_MAX && next.isPresent(); i++) {
                for (int part = 0; part < 4; part++) {
                    // One at least: it may be the oldest.
                    var parameters = Map.<String, Object>of(
                            "agent",
                            next.get(),
                            "wait",
                            part / 2,
                            "urgent",
                            part % 2,
                            "now_ms",
                            tx.nowMs(),
                            "max",
                            Math.max(1, RunCounts.MAX - due));
                    var found =
                            tx.query(RunSql.DUE_OF_AGENT, parameters, Due::of).get(0);
                    due = Math.min(RunCounts.MAX, due + found.count);
                    oldest = Math.min(oldest, found.oldest);
                }
                next = nextAgent(tx, next.get());
            }
            var held = tx.query(RunSql.HELD_COUNT, Map.of("max", RunCounts.MAX), LONG);
            return new RunCounts(due, held.get(0), Optional.of(oldest).filter(it -> it < Long.MAX_VALUE));
        });
    }

    private record Due(long count, long oldest) {

        static Due of(ResultSet row) throws SQLException {
            long count = row.getLong(1);
            return new Due(count, count == 0 ? Long.MAX_VALUE : row.getLong(2));
        }
    }

    private static Optional<String> nextAgent(Tx tx, String after) {
        return tx.query(RunSql.NEXT_AGENT, Map.of("after", after), row -> row.getString(1)).stream()
                .findFirst();
    }

    private static boolean refused(Throwable failure) {
        var cause = failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof StoreFailure refusal && refusal.code() == ErrorCode.STORE_REFUSED;
    }
}

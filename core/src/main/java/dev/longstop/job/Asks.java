package dev.longstop.job;

import dev.longstop.store.Store;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Whose turn it is to be asked for, and when next. Asking changes nothing at the platform: it needs no lease, only that
 * not everybody asks at once.
 *
 * <p><i>Threads</i>: safe. Stages complete on a thread of the store. <i>Errors</i>: a stage fails with {@code
 * StoreFailure} if nothing of the item was written. <i>Promises</i>: only unfinished jobs (R12, R16); whoever does not
 * come back with an answer is followed by somebody else.
 */
public final class Asks {

    private final Store store;

    public Asks(Store store) {
        this.store = store;
    }

    /**
     * Takes the jobs of a platform whose turn it is, those that wait longest first.
     *
     * @param max the most, 1 or more
     * @param holdMs for how long nobody else takes them unless they are nudged, in milliseconds
     */
    public CompletionStage<List<AskedJob>> take(String platform, int max, long holdMs) {
        return take(platform, max, holdMs, 0);
    }

    /**
     * The same, and if there is one, those too whose turn comes soon: what is asked for together costs less.
     *
     * @param aheadMs how soon, in milliseconds
     */
    public CompletionStage<List<AskedJob>> take(String platform, int max, long holdMs, long aheadMs) {
        return store.submit(AskTakeBatch.TAKE, new AskTakeBatch.Item(platform, max, holdMs, aheadMs));
    }

    /**
     * Says when a job is to be asked for next; it has no effect on one that is over, or whose turn came meanwhile.
     *
     * @param delayMs from now, in milliseconds
     * @return whether it had an effect
     */
    public CompletionStage<Boolean> plan(AskedJob asked, long delayMs) {
        return plan(asked, delayMs, Optional.empty());
    }

    /**
     * The same, after an ask that was answered.
     *
     * @param answeredAtMs when it began, in epoch milliseconds of the store's time; empty if there was no answer
     */
    public CompletionStage<Boolean> plan(AskedJob asked, long delayMs, Optional<Long> answeredAtMs) {
        var item = new AskPlanBatch.Item(asked.jobRow(), asked.heldUntilMs(), delayMs, answeredAtMs);
        return store.submit(AskPlanBatch.PLAN, item);
    }

    /**
     * Has every unfinished job of a platform asked for now: at a start, nobody knows what was missed.
     *
     * @return how many there are
     */
    public CompletionStage<Integer> all(String platform) {
        return store.submit(AskAllBatch.ALL, platform);
    }
}

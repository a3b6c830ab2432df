package dev.longstop.job;

import dev.longstop.store.Store;
import java.util.concurrent.CompletionStage;

/**
 * The jobs: every observation of every channel is merged here, and what follows is committed with it.
 *
 * <p><i>Threads</i>: safe. Stages complete on a thread of the store. <i>Promises</i>: I6, I7, I10. <i>Source</i>:
 * design sections 2 and 3.
 */
public final class Jobs {

    private final Store store;
    private final ObserveBatch observe;

    /**
     * Jobs in a store.
     *
     * @param effects which effects follow from an outcome
     * @param settings bounds that are the same for every platform
     */
    public Jobs(Store store, EffectPlan effects, MergeSettings settings) {
        this(store, effects, (MergeSettings.ByPlatform) platform -> settings);
    }

    /**
     * Jobs in a store.
     *
     * @param effects which effects follow from an outcome
     * @param settings the bounds, by platform
     */
    public Jobs(Store store, EffectPlan effects, MergeSettings.ByPlatform settings) {
        this.store = store;
        this.observe = new ObserveBatch(effects, settings);
    }

    /**
     * Merges an observation: one commit of the job, the observation, and on the first arrival at an outcome the effects
     * and the ends of the runs that waited. A job that is not known gets its record (I10, R5).
     *
     * <p><i>Errors</i>: the stage fails with {@code StoreFailure} if nothing was written; the same observation may be
     * handed in again.
     */
    public CompletionStage<Observed> observe(Observation observation) {
        return store.submit(observe, observation);
    }
}

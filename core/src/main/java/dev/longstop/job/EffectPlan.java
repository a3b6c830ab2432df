package dev.longstop.job;

import dev.longstop.effect.EffectSeed;
import java.util.List;

/**
 * Which effects follow from an outcome. A pure function: it is called inside a transaction, and may be called again.
 */
@FunctionalInterface
public interface EffectPlan {

    /** The effects of a job that came to its outcome now. */
    List<EffectSeed> effects(Job job);

    /** How often an agent's work is done again whose job failed. */
    default int relaunches(String agent) {
        return 0;
    }

    /** Nothing follows. */
    static EffectPlan none() {
        return job -> List.of();
    }
}

package dev.longstop.agent;

import dev.longstop.queue.Claimed;
import java.util.Map;

/**
 * Takes over jobs that agents started elsewhere and name in their answers: they are followed from then on.
 *
 * <p><i>Threads</i>: safe; blocks on the store.
 */
@FunctionalInterface
public interface JobHandover {

    /**
     * A job that an agent started.
     *
     * @param platform the platform's name in the configuration
     * @param jobId the platform's id of it
     * @param with what is needed to ask for it
     */
    record Handed(String platform, String jobId, Map<String, Object> with) {
        public Handed {
            with = Map.copyOf(with);
        }
    }

    /** What came of it. */
    sealed interface Taken {}

    /** It is followed; {@code jobRow} decides about the run. */
    record Followed(long jobRow) implements Taken {}

    /** It is not, and no repetition would change that. */
    record Refused(String why) implements Taken {}

    /** It could not be written down; the same may be handed over again. */
    record Failed(String why) implements Taken {}

    /** Follows the job of a run. */
    Taken take(Claimed run, Handed handed);

    /** Follows nothing. */
    static JobHandover none() {
        return (run, handed) -> new Refused("there are no platforms here that jobs could be on");
    }
}

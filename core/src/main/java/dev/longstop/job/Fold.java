package dev.longstop.job;

import dev.longstop.store.Tx;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One job on its way through a batch: what is known of it, what was seen of it, what became of that. */
final class Fold {

    private final List<Observation> observations = new ArrayList<>();
    private final List<Epoch> older = new ArrayList<>();
    private final ArrayDeque<Observed> outcomes = new ArrayDeque<>();
    private @Nullable Job newest;

    /** One more observation, in the order of arrival. */
    void add(Observation observation) {
        observations.add(observation);
    }

    /** The newest generation, where the job is known. */
    void known(Job job) {
        newest = job;
    }

    /** What the platform called a generation before. */
    void known(Epoch epoch) {
        older.add(epoch);
    }

    /** Merges the observations one by one. */
    void merge(Tx tx, Changes changes, MergeSettings.ByPlatform bounds) {
        var settings = bounds.of(observations.get(0).job().platform());
        var known = newest;
        var job = known != null
                ? known
                : changes.born(
                        Job.unknown(observations.get(0), tx.nowMs(), settings).withId(tx.nextId("job")));
        for (var observation : observations) {
            var merged = Merge.of(job, older, observation, tx.nowMs(), settings);
            if (merged.verdict() == Verdict.OPENED) {
                job.epoch().ifPresent(older::add);
                merged = changes.opened(job, merged, tx.nextId("job"));
            }
            changes.merged(observation, merged);
            job = merged.job();
            outcomes.add(observed(merged, tx.nowMs()));
        }
    }

    /** What became of the observation whose turn it is. */
    Observed next() {
        return outcomes.remove();
    }

    private static Observed observed(Merged merged, long nowMs) {
        var job = merged.job();
        return new Observed(
                job.id(),
                job.generation(),
                job.state(),
                merged.verdict(),
                merged.transition(),
                merged.alerts(),
                job.standing().finishedAtMs().map(finishedAtMs -> Math.max(0, nowMs - finishedAtMs)));
    }
}

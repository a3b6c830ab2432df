package dev.longstop.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A job and its generations without a store: what observations make of it, one after the other. For trying platform
 * data on what was recorded.
 *
 * <p><i>Threads</i>: one at a time.
 */
public final class JobHistory {

    private final MergeSettings settings;
    private final List<Epoch> older = new ArrayList<>();
    private final List<Alert> alerts = new ArrayList<>();
    private Optional<Job> job = Optional.empty();
    private int effects;

    /** A job that nobody has heard of. */
    public JobHistory(MergeSettings settings) {
        this.settings = settings;
    }

    /** Merges an observation at an instant, in epoch milliseconds. */
    public Verdict observe(Observation observation, long nowMs) {
        var before = job.orElseGet(() -> Job.unknown(observation, nowMs, settings));
        var merged = Merge.of(before, older, observation, nowMs, settings);
        if (merged.verdict() == Verdict.OPENED) {
            before.epoch().ifPresent(older::add);
        }
        if (merged.effects()) {
            effects++;
        }
        alerts.addAll(merged.alerts());
        job = Optional.of(merged.job());
        return merged.verdict();
    }

    /** The newest generation; empty before the first observation. */
    public Optional<Job> job() {
        return job;
    }

    /** How often effects followed. */
    public int effects() {
        return effects;
    }

    /** What people were told, in order. */
    public List<Alert> alerts() {
        return List.copyOf(alerts);
    }
}

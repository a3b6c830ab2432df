package dev.longstop.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A job and its generations, merged by hand: what the batch does with a store, without one. */
final class Scene {

    static final JobKey KEY = JobKey.of("claude", "job-1");

    private final Ownership ownership;
    private final MergeSettings settings;
    private final List<Epoch> older = new ArrayList<>();
    private final List<Alert> alerts = new ArrayList<>();
    private final List<Job> closed = new ArrayList<>();
    private final List<String> outcomes = new ArrayList<>();
    private Optional<Job> job = Optional.empty();
    private long nowMs = 1_000_000;
    private int effects;

    Scene() {
        this(Ownership.TRACKED);
    }

    Scene(Ownership ownership) {
        this(ownership, MergeSettings.DEFAULT);
    }

    Scene(Ownership ownership, MergeSettings settings) {
        this.ownership = ownership;
        this.settings = settings;
    }

    /** Time goes by. */
    Scene later(long ms) {
        nowMs += ms;
        return this;
    }

    /** Merges an observation that was read now. */
    Verdict see(Channel channel, Seen seen) {
        return see(channel, Optional.empty(), Optional.of(seen), nowMs);
    }

    /** Merges an observation of a state that was read now. */
    Verdict see(Channel channel, JobState state) {
        return see(channel, Seen.of(state));
    }

    /** Merges an observation that names its generation. */
    Verdict see(Channel channel, JobState state, Epoch epoch) {
        return see(channel, Optional.of(epoch), Optional.of(Seen.of(state)), nowMs);
    }

    /** Merges a push that only says "look now". */
    Verdict nudge() {
        return see(Channel.PUSH, Optional.empty(), Optional.empty(), nowMs);
    }

    Verdict see(Channel channel, Optional<Epoch> epoch, Optional<Seen> seen, long readStartedAtMs) {
        return see(new Observation(
                KEY,
                channel,
                readStartedAtMs,
                epoch,
                seen,
                Optional.empty(),
                new Observation.Stranger(ownership, "{}")));
    }

    /** A person or our key says whose it is. */
    Verdict claim(Channel channel, Ownership claimed, Optional<Seen> seen) {
        var claim = Observation.Stranger.claiming(claimed, "{\"a\":1}", Optional.empty());
        return see(new Observation(KEY, channel, nowMs, Optional.empty(), seen, Optional.empty(), claim));
    }

    /** Merges an observation. */
    Verdict see(Observation observation) {
        var before = job.orElseGet(() -> Job.unknown(observation, nowMs, settings));
        var merged = Merge.of(before, older, observation, nowMs, settings);
        if (merged.verdict() == Verdict.OPENED) {
            before.epoch().ifPresent(older::add);
        }
        merged.closed().ifPresent(closed::add);
        alerts.addAll(merged.alerts());
        merged.transition()
                .filter(Transition::outcome)
                .ifPresent(move ->
                        outcomes.add(merged.job().generation() + ":" + move.to().word()));
        if (merged.effects()) {
            effects++;
        }
        job = Optional.of(merged.job());
        return merged.verdict();
    }

    /** How often effects followed. */
    int effects() {
        return effects;
    }

    Job job() {
        return job.orElseThrow();
    }

    JobState state() {
        return job().state();
    }

    long nowMs() {
        return nowMs;
    }

    List<Alert> alerts() {
        return alerts;
    }

    List<Job> closed() {
        return closed;
    }

    /** The first arrivals at an outcome: generation and outcome. */
    List<String> outcomes() {
        return outcomes;
    }
}

package dev.longstop.job;

import dev.longstop.effect.EffectBirth;
import dev.longstop.effect.EffectBirths;
import dev.longstop.effect.EffectOwner;
import dev.longstop.queue.RunState;
import dev.longstop.queue.WaitingRuns;
import dev.longstop.store.Tx;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the merges of one batch have to write: gathered, then written with one statement a table. */
final class Changes {

    private final EffectPlan plan;
    private final long nowMs;
    private final Map<Long, Job> jobs = new TreeMap<>();
    private final Set<Long> born = new HashSet<>();
    private final List<Object[]> observations = new ArrayList<>();
    private final List<Job> ended = new ArrayList<>();
    private final List<WaitingRuns.Again> again = new ArrayList<>();
    private final List<WaitingRuns.Move> moves = new ArrayList<>();
    private final List<WaitingRuns.End> ends = new ArrayList<>();

    Changes(EffectPlan plan, long nowMs) {
        this.plan = plan;
        this.nowMs = nowMs;
    }

    /** A job gets its first row. */
    Job born(Job job) {
        born.add(job.id());
        return job;
    }

    /** A merge opened a generation: it gets a row, and what it closed is written with it. */
    Merged opened(Job before, Merged merged, long id) {
        born.add(id);
        merged.closed().ifPresent(closed -> {
            jobs.put(closed.id(), closed);
            moves.add(new WaitingRuns.Move(before.id(), id));
        });
        return merged.withId(id);
    }

    /**
     * What follows from a merge; effects only once of an outcome, and only of jobs that are ours (R10).
     */
    void merged(Observation observation, Merged merged) {
        var job = merged.job();
        jobs.put(job.id(), job);
        observations.add(JobRow.observation(observation, merged, nowMs));
        if (merged.transition().filter(Transition::outcome).isPresent()) {
            ends.add(new WaitingRuns.End(
                    job.id(),
                    end(job.state()),
                    job.state().word(),
                    job.standing().result()));
            int times = job.state() == JobState.FAILED
                    ? job.agent().map(plan::relaunches).orElse(0)
                    : 0;
            if (times > 0) {
                again.add(new WaitingRuns.Again(job.id(), times));
            }
        }
        if (merged.effects()) {
            ended.add(job);
        }
    }

    /**
     * The effects of jobs that ended; those of the agent only where its run was not given up, and is not done again.
     */
    private List<EffectBirth> effects(Tx tx) {
        var launched = ended.stream()
                .filter(job -> job.agent().isPresent())
                .map(Job::id)
                .toList();
        var others = new HashSet<>(WaitingRuns.givenUp(tx, launched));
        others.addAll(WaitingRuns.again(tx, again));
        var effects = new ArrayList<EffectBirth>();
        for (var job : ended) {
            var whose = others.contains(job.id()) ? job.with(job.custody().withoutAgent()) : job;
            plan.effects(whose).forEach(seed -> effects.add(new EffectBirth(new EffectOwner.OfJob(job.id()), seed)));
        }
        return effects;
    }

    /**
     * Writes everything. Errors: a job that somebody else changed meanwhile fails the batch, which is then done again.
     */
    void write(Tx tx) {
        var inserts = new ArrayList<Object[]>();
        var updates = new ArrayList<Object[]>();
        jobs.forEach((id, job) -> (born.contains(id) ? inserts : updates).add(JobRow.values(job)));
        tx.write(JobSql.INSERT, inserts);
        if (tx.write(JobSql.UPDATE, updates) != updates.size()) {
            throw new IllegalStateException("a job was changed by something that is not a merge");
        }
        tx.write(JobSql.OBSERVATION, observations);
        WaitingRuns.move(tx, moves);
        EffectBirths.write(tx, effects(tx));
        WaitingRuns.end(tx, ends);
    }

    /** What a run becomes whose job came to an outcome. */
    static RunState end(JobState outcome) {
        return switch (outcome) {
            case SUCCEEDED -> RunState.DONE;
            case FAILED -> RunState.DEAD;
            case CANCELLED -> RunState.CANCELLED;
            case EXPIRED -> RunState.EXPIRED;
            case UNKNOWN, QUEUED, RUNNING, WAITING, LOST, ENDED ->
                throw new IllegalStateException("not an outcome: " + outcome);
        };
    }
}

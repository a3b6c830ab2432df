package dev.longstop.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The merge: job and observation make a job. The only way a job changes, for every channel alike (R7). A pure function.
 *
 * <p><i>Promises</i>: I6, R8, R9. <i>Source</i>: design section 3, "Merge".
 */
public final class Merge {

    /** The flag of a job that is over since nobody knows of it any more. */
    public static final String LOST_FLAG = "lost";

    private final MergeSettings settings;
    private final Job current;
    private final Observation observation;
    private final long nowMs;

    private Merge(MergeSettings settings, Job current, Observation observation, long nowMs) {
        this.settings = settings;
        this.current = current;
        this.observation = observation;
        this.nowMs = nowMs;
    }

    /**
     * What an observation makes of a job.
     *
     * @param current its newest generation
     * @param older the platform's names of the generations before, as far as they are known
     * @param nowMs the instant of the commit, in epoch milliseconds of the store's time
     */
    public static Merged of(
            Job current, List<Epoch> older, Observation observation, long nowMs, MergeSettings settings) {
        var held = claimed(current, observation, settings);
        var counted = held.with(held.tally().counting(observation, nowMs));
        var merged = switch (Place.of(held, older, observation)) {
            case STALE -> unchanged(counted, Verdict.STALE_GENERATION);
            case NUDGE -> nudging(counted, observation, nowMs);
            case SAME -> new Merge(settings, counted.named(observation.epoch()), observation, nowMs).withinGeneration();
            case NEWER -> opening(held, observation, nowMs, settings);
        };
        boolean inherited = !current.ownership().ours()
                && held.ownership().ours()
                && current.state().outcome()
                && merged.job().generation() == current.generation();
        return inherited ? merged.inherited() : merged;
    }

    /** A claim changes whose job it is, and from then on it has a service level. */
    private static Job claimed(Job current, Observation observation, MergeSettings settings) {
        var claim = observation.stranger();
        if (!claim.claims()) {
            return current;
        }
        var custody = current.custody().claimed(claim);
        var held = current.with(custody);
        if (!custody.followed()) {
            return held.with(held.agenda().asking(Optional.empty()));
        }
        boolean began = custody.ownership().ours() && current.agenda().slaAtMs().isEmpty() && !current.over();
        return began ? held.with(held.agenda().due(custody.startedAtMs() + settings.slaMs())) : held;
    }

    private static Merged opening(Job current, Observation observation, long nowMs, MergeSettings settings) {
        var opened = current.next(observation.epoch(), nowMs, settings);
        var counted = opened.with(opened.tally().counting(observation, nowMs));
        var merged = new Merge(settings, counted, observation, nowMs).withinGeneration();
        var closed = current.over() ? Optional.<Job>empty() : Optional.of(current.superseded(nowMs));
        return new Merged(merged.job(), closed, Verdict.OPENED, merged.transition(), merged.alerts());
    }

    private Merged withinGeneration() {
        // What a stranger's push says may be about somebody else's job: a look decides whose it is.
        boolean heard = current.ownership() != Ownership.ORPHAN || observation.channel() != Channel.PUSH;
        return announced(observation
                .seen()
                .filter(seen -> heard)
                .map(seen -> seen.state() == JobState.LOST ? losing(seen) : ranking(seen))
                .orElseGet(() -> nudging(current, observation, nowMs)));
    }

    /** Look now; a push that says so has its looks counted to it, and is remembered until they are over. */
    private static Merged nudging(Job job, Observation observation, long nowMs) {
        boolean pushed = observation.channel() == Channel.PUSH && !job.over();
        var asked = job.askedFor(nowMs);
        return unchanged(pushed ? asked.with(asked.agenda().nudged(nowMs)) : asked, Verdict.NUDGE);
    }

    /** A push that came in time, late by no more than the grace, means that the outcome needed no rescue. */
    private Merged announced(Merged merged) {
        boolean announces = observation.channel() == Channel.PUSH
                && observation.seen().map(seen -> seen.state().outcome()).orElse(true);
        if (!announces || merged.job().agenda().rescueDueAtMs().isEmpty()) {
            return merged;
        }
        var job = merged.job().with(merged.job().agenda().rescueDue(Optional.empty()));
        return new Merged(
                job, merged.closed(), merged.verdict(), merged.transition(), merged.alerts(), merged.effects());
    }

    /** Rank first; a sequence only inside rank 1. */
    private Merged ranking(Seen seen) {
        int rank = seen.state().rank();
        int standing = current.state().rank();
        if (rank > standing) {
            return adopting(seen);
        }
        if (rank < standing) {
            return refusing(seen);
        }
        if (rank == 1) {
            return sequencing(seen);
        }
        return seen.state() == current.state() ? fillingIn(seen) : contradicting();
    }

    /** Inside rank 1 a newer sequence of the same kind wins; a tie, or none, goes to what was asked for. */
    private Merged sequencing(Seen seen) {
        var order = order(seen);
        if (order.orElse(0) > 0) {
            return adopting(seen);
        }
        if (order.orElse(0) < 0) {
            return unchanged(current, Verdict.OLDER, unmapped(seen));
        }
        return observation.channel().decides() ? adopting(seen) : unchanged(current, Verdict.WEAKER, unmapped(seen));
    }

    private Merged adopting(Seen seen) {
        var lostSince = seen.state() == JobState.LOST
                ? current.standing().lostSinceMs().or(() -> Optional.of(nowMs))
                : Optional.<Long>empty();
        var job = current.with(current.standing().adopting(seen, observation.channel(), lostSince), nowMs);
        boolean moved = job.state() != current.state();
        var transition = moved
                ? Optional.of(new Transition(current.state(), job.state(), observation.channel()))
                : Optional.<Transition>empty();
        var alerts = new ArrayList<>(unmapped(seen));
        if (moved && job.state() == JobState.LOST) {
            alerts.add(Alert.LOST);
        }
        if (job.state().outcome()) {
            return new Merged(concluding(job, alerts), Optional.empty(), Verdict.ADOPTED, transition, alerts);
        }
        // An end whose outcome is not read yet is read at once.
        var asked = moved && job.state() == JobState.ENDED ? job.askedFor(nowMs) : job;
        return new Merged(asked, Optional.empty(), Verdict.ADOPTED, transition, alerts);
    }

    /** What is noted of an outcome: whether it came too late, and whether a push should have brought it. */
    private Job concluding(Job job, List<Alert> alerts) {
        var agenda = job.agenda();
        if (agenda.breachedAt(nowMs)) {
            alerts.add(Alert.SLA_BREACHED);
            agenda = agenda.breached(nowMs);
        }
        boolean polled =
                observation.channel() == Channel.PULL && job.ownership().ours();
        boolean nudged = agenda.nudgedAtMs()
                .filter(atMs -> observation.readStartedAtMs() - atMs <= settings.nudgeMs())
                .isPresent();
        boolean due = polled && !nudged && settings.pushed().contains(job.state());
        return job.with(due ? agenda.rescueDue(Optional.of(nowMs + settings.rescueGraceMs())) : agenda);
    }

    /** A lower rank changes nothing; seen after an outcome, it may mean that somebody set the job to work again. */
    private Merged refusing(Seen seen) {
        boolean reopened = current.state().outcome() && seen.state().rank() == 1 && !seen.unmapped() && newer(seen);
        return unchanged(current, Verdict.LOWER_RANK, reopened ? List.of(Alert.REOPENED) : unmapped(seen));
    }

    /** Whether what was seen is provably newer than the outcome. */
    private boolean newer(Seen seen) {
        var order = order(seen);
        if (order.isPresent()) {
            return order.getAsInt() > 0;
        }
        long endedAtMs = current.endedAtMs().orElse(Long.MAX_VALUE - settings.lagMs());
        return observation.channel() == Channel.PULL && observation.readStartedAtMs() > endedAtMs + settings.lagMs();
    }

    private Merged fillingIn(Seen seen) {
        var filled = current.with(current.standing().fillingIn(seen), nowMs);
        return new Merged(filled, Optional.empty(), Verdict.FILLED_IN, Optional.empty(), List.of());
    }

    private Merged contradicting() {
        var job = current.with(current.tally().contradicted());
        return new Merged(job, Optional.empty(), Verdict.CONTRADICTION, Optional.empty(), List.of(Alert.CONTRADICTION));
    }

    /** The platform does not know the job: no outcome until that has been so for long, or for good. */
    private Merged losing(Seen seen) {
        if (current.state().outcome()) {
            // What is over may be forgotten.
            return unchanged(current, Verdict.LOWER_RANK);
        }
        long sinceMs = current.standing().lostSinceMs().orElse(nowMs);
        if (seen.last() || nowMs - sinceMs >= settings.lostAfterMs()) {
            return adopting(seen.as(JobState.EXPIRED, LOST_FLAG));
        }
        if (current.state() == JobState.ENDED) {
            return unchanged(current.with(current.standing().lostSince(sinceMs), nowMs), Verdict.LOWER_RANK);
        }
        return current.state() == JobState.UNKNOWN ? adopting(seen) : sequencing(seen);
    }

    private OptionalInt order(Seen seen) {
        var standing = current.standing().sequence();
        return seen.sequence().isPresent() && standing.isPresent()
                ? seen.sequence().get().compare(standing.get())
                : OptionalInt.empty();
    }

    private List<Alert> unmapped(Seen seen) {
        return seen.unmapped() && !current.over() ? List.of(Alert.UNMAPPED_STATUS) : List.of();
    }

    private static Merged unchanged(Job job, Verdict verdict) {
        return unchanged(job, verdict, List.of());
    }

    private static Merged unchanged(Job job, Verdict verdict, List<Alert> alerts) {
        return new Merged(job, Optional.empty(), verdict, Optional.empty(), alerts);
    }
}

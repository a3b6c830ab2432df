package dev.longstop.verification.simulation;

import dev.longstop.job.Observed;
import dev.longstop.queue.Acted;
import dev.longstop.queue.Replayed;
import dev.longstop.verification.simulation.WatchedStore.Committed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The checks of {@link Invariant}, each by its number, after every step.
 *
 * <p>A check compares what the world was told ({@link Journal}, {@link Leases}) and what the tables said a step ago
 * with what they say now. To add one: write a method that gives what is wrong, name it in {@link #afterStep} or {@link
 * #atTheEnd}, and plant a bug that makes it fail.
 */
final class Invariants {

    private final Journal journal;
    private final Leases leases;
    private final EvidenceChecks evidence;
    private final QueueChecks queue;
    private final ReplayChecks replays;
    private final JobChecks jobs = new JobChecks();
    private Tables before = Tables.EMPTY;
    private int answers;

    Invariants(Journal journal, Leases leases) {
        this.journal = journal;
        this.leases = leases;
        this.evidence = new EvidenceChecks(journal);
        this.queue = new QueueChecks(leases);
        this.replays = new ReplayChecks(journal);
    }

    /**
     * Checks what must hold after every step.
     *
     * @param committed what was committed in it
     * @param now the tables after it
     * @param changed whether anything in them may be different
     * @return the first that does not hold
     */
    Optional<Complaint> afterStep(List<Committed> committed, Tables now, boolean changed) {
        var found = new ArrayList<>(journal.complaints());
        committed.forEach(work -> note(work, found));
        if (changed) {
            add(found, Invariant.I3, evidence.contentStays(before, now));
            add(found, Invariant.I4, queue.leasesAreThoseGiven(now));
            add(found, Invariant.I5, queue.attemptsAreCounted(now));
            add(found, Invariant.I9, queue.lanesRunOneAtATime(now));
            add(found, Invariant.LANES, queue.lanesAreGoverned(now));
            add(found, Invariant.LIMITS, queue.limitsHold(now));
            add(found, Invariant.PLANS, replays.roundsArePlanned(now));
            add(found, Invariant.I6, jobs.ranksOnlyRise(before, now));
            add(found, Invariant.I7, jobs.effectsFollowTransitions(now));
            add(found, Invariant.I8, jobs.requestsStay(before, now));
            add(found, Invariant.I10, jobs.observationsAreKept(now));
        }
        if (changed || journal.answers().size() != answers) {
            add(found, Invariant.I3, evidence.takenInOnce());
            add(found, Invariant.I1, evidence.answersHaveTheirRows(now));
            add(found, Invariant.I2, evidence.forgedLeftNothing(now));
        }
        answers = journal.answers().size();
        before = now;
        return found.stream().findFirst();
    }

    /** Checks what must hold when no fault has happened for long enough. */
    Optional<Complaint> atTheEnd(Tables now) {
        return queue.unfinished(now).map(what -> new Complaint(Invariant.I11, what));
    }

    private void note(Committed work, List<Complaint> found) {
        leases.note(work).forEach(wrong -> found.add(new Complaint(Invariant.I4, wrong)));
        for (var outcome : work.outcomes()) {
            if (outcome instanceof Acted.Did did) {
                queue.touched(did.runId());
            }
            if (outcome instanceof List<?> list) {
                list.forEach(one -> noteReplayed(one, found));
            }
            if (outcome instanceof Observed observed) {
                jobs.noted(observed);
            }
        }
    }

    private void noteReplayed(@Nullable Object one, List<Complaint> found) {
        if (one instanceof Replayed replayed) {
            add(found, Invariant.PLANS, replays.replayed(replayed));
            if (ReplayChecks.goesOn(replayed)) {
                // Limits and lanes govern births; what goes on was born before.
                replayed.runId().ifPresent(queue::touched);
            }
        }
    }

    private static void add(List<Complaint> found, Invariant invariant, Optional<String> wrong) {
        wrong.ifPresent(what -> found.add(new Complaint(invariant, what)));
    }
}

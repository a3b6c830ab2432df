package dev.longstop.verification.simulation;

import dev.longstop.queue.Claimed;
import dev.longstop.queue.Lease;
import dev.longstop.queue.Reclaimed;
import dev.longstop.verification.simulation.WatchedStore.Committed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The checks of {@link Invariant}, each by its number, after every step.
 *
 * <p>A check compares what the world was told ({@link Journal}, {@link LeaseBook}) and what the tables said a step ago with
 * what they say now. To add one: write a method that gives what is wrong, name it in {@link #afterStep} or {@link #atTheEnd},
 * and plant a bug that makes it fail.
 */
final class Invariants {

    private final Journal journal;
    private final LeaseBook leases;
    private final EvidenceChecks evidence;
    private final QueueChecks queue;
    private final JobChecks jobs;
    private Tables before = Tables.EMPTY;
    private int answers;

    Invariants(Journal journal, LeaseBook leases, QueueChecks queue, JobChecks jobs) {
        this.journal = journal;
        this.leases = leases;
        this.evidence = new EvidenceChecks(journal);
        this.queue = queue;
        this.jobs = jobs;
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
            add(found, Invariant.I4, all(now.runs().values(), leases::compare));
            add(found, Invariant.I5, all(now.runs().values(), queue::counted));
            add(found, Invariant.I9, queue.lanesRunOneAtATime(now));
            add(found, Invariant.I6, jobs.ranksOnlyRise(before, now));
            add(found, Invariant.I7, jobs.effectsFollowTransitions(now));
            add(found, Invariant.I8, jobs.requestsStay(before, now));
            add(found, Invariant.I10, jobs.observationsAreKept(now));
        }
        if (changed || journal.answers().size() != answers) {
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

    /** Brings the books up to date (I4). */
    private void note(Committed work, List<Complaint> found) {
        for (var settle : work.settles()) {
            add(found, Invariant.I4, leases.settled(settle.runId(), settle.token(), settle.answers(), settle.wrote()));
        }
        work.outcomes().forEach(outcome -> noteOutcome(outcome, work.nowMs(), found));
    }

    private void noteOutcome(@org.jspecify.annotations.Nullable Object outcome, long nowMs, List<Complaint> found) {
        if (outcome instanceof List<?> list) {
            list.forEach(element -> noteOutcome(element, nowMs, found));
        } else if (outcome instanceof Optional<?> optional) {
            optional.ifPresent(value -> noteOutcome(value, nowMs, found));
        } else if (outcome instanceof Claimed claimed) {
            add(found, Invariant.I4, leases.claimed(claimed.lease()));
        } else if (outcome instanceof Lease lease) {
            add(found, Invariant.I4, leases.renewed(lease));
        } else if (outcome instanceof Reclaimed reclaimed) {
            add(found, Invariant.I4, leases.reclaimed(reclaimed.runId(), nowMs));
        }
    }

    private static <T> Optional<String> all(Iterable<T> rows, Function<T, Optional<String>> check) {
        for (var row : rows) {
            var wrong = check.apply(row);
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        return Optional.empty();
    }

    private static void add(List<Complaint> found, Invariant invariant, Optional<String> wrong) {
        wrong.ifPresent(what -> found.add(new Complaint(invariant, what)));
    }
}

package dev.longstop.verification.simulation;

import dev.longstop.inbox.Acceptance.Verdict;
import dev.longstop.verification.simulation.Journal.Answered;
import dev.longstop.verification.simulation.Tables.EventRow;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** What senders were told is what is written: I1, I2, I3. */
final class EvidenceChecks {

    private final Journal journal;

    EvidenceChecks(Journal journal) {
        this.journal = journal;
    }

    /** I1: each answer has its row, with the content that was answered for, and the runs that the rules owe to it. */
    Optional<String> answersHaveTheirRows(Tables now) {
        var byKey = new HashMap<String, EventRow>();
        now.events().values().forEach(row -> byKey.put(row.key(), row));
        for (var answer : journal.answers()) {
            var row = byKey.get(answer.key());
            if (row == null) {
                return Optional.of("answered without a row: " + answer);
            }
            boolean same = row.hash().equals(answer.hash());
            if (same == (answer.verdict() == Verdict.MISMATCH)) {
                return Optional.of("the row has " + (same ? "the same" : "other") + " content: " + answer + ", " + row);
            }
            var wrong = answer.verdict() == Verdict.MISMATCH ? unrecorded(answer, row, now) : unowed(answer, row, now);
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> unrecorded(Answered answer, EventRow row, Tables now) {
        boolean recorded = now.mismatches().values().stream()
                .anyMatch(mismatch ->
                        mismatch.eventSeq() == row.seq() && mismatch.hash().equals(answer.hash()));
        return recorded ? Optional.empty() : Optional.of("other content, and no record of it: " + answer);
    }

    private Optional<String> unowed(Answered answer, EventRow row, Tables now) {
        var agents = new TreeSet<String>();
        var owed = new TreeSet<>(answer.agents());
        now.runs().values().stream()
                .filter(run -> run.eventSeq() == row.seq())
                // What a rule that was missing starts later is planned.
                .filter(run -> owed.contains(run.agent()) || !journal.isPlanned(row.seq(), run.agent(), 1))
                .forEach(run -> agents.add(run.agent()));
        return agents.equals(owed)
                ? Optional.empty()
                : Optional.of("answered, and its runs are " + agents + ": " + answer);
    }

    /** I2: nothing has the body of a forged request. */
    Optional<String> forgedLeftNothing(Tables now) {
        return now.deliveries().entrySet().stream()
                .filter(delivery -> journal.forgedHashes().contains(delivery.getValue()))
                .findFirst()
                .map(delivery -> "a forged request was kept: delivery " + delivery.getKey());
    }

    /** I3: what a sender calls by one id is taken in once, however often and by whichever way it comes. */
    Optional<String> takenInOnce() {
        var first = new HashMap<String, Answered>();
        for (var answer : journal.answers()) {
            if (answer.verdict() == Verdict.ACCEPTED) {
                var other = first.put(answer.sent(), answer);
                if (other != null) {
                    return Optional.of("taken in twice: " + other + " and " + answer);
                }
            }
        }
        return Optional.empty();
    }

    /** I3: one row per key, with the delivery that brought it and under its runs, and what was written stays. */
    Optional<String> contentStays(Tables before, Tables now) {
        Map<String, Long> keys = new HashMap<>();
        for (var row : now.events().values()) {
            if (!now.deliveries().containsKey(row.deliveryId())) {
                return Optional.of("an event without its delivery: " + row);
            }
            var other = keys.put(row.key(), row.seq());
            if (other != null) {
                return Optional.of("two rows of one key: " + row + " and seq " + other);
            }
        }
        for (var run : now.runs().values()) {
            if (!now.events().containsKey(run.eventSeq())) {
                return Optional.of("a run without its event: " + run);
            }
        }
        for (var old : before.events().values()) {
            var row = now.events().get(old.seq());
            if (!old.equals(row)) {
                return Optional.of("a row of the inbox changed: " + old + " became " + row);
            }
        }
        return Optional.empty();
    }
}

package dev.longstop.ingress;

import dev.longstop.contract.Answers;
import dev.longstop.inbox.Acceptance;
import dev.longstop.inbox.Acceptance.Outcome;
import dev.longstop.inbox.Acceptance.Verdict;
import dev.longstop.telemetry.DeliveryOutcome;
import java.util.List;

/**
 * What a source's sender is answered, as its contract says.
 *
 * @param source the source's name
 * @param answers the contract's word
 * @param forged to what is not the sender's
 * @param unavailable when nothing could be stored
 * @param overloaded when too much is in flight
 */
record Replies(String source, Answers answers, Answer forged, Answer unavailable, Answer overloaded) {

    private static final int SOON_S = 5;

    /** What may become of an event that was committed; what most deserves a look comes last. */
    private static final List<DeliveryOutcome> BY_RANK = List.of(
            DeliveryOutcome.DUPLICATE,
            DeliveryOutcome.IGNORED,
            DeliveryOutcome.ACCEPTED,
            DeliveryOutcome.SUSPECTED_REPLAY,
            DeliveryOutcome.MISMATCH);

    static Replies of(String source, Answers answers) {
        return new Replies(
                source,
                answers,
                Answer.unauthenticated(answers.badAuthStatus()),
                Answer.retry(answers.unavailableStatus(), "unavailable", answers.retryAfterSeconds()),
                Answer.retry(answers.unavailableStatus(), "overloaded", SOON_S));
    }

    /** What became of a delivery, in one word for its counter: of several events the one that most deserves a look. */
    static DeliveryOutcome counted(Acceptance acceptance, List<Outcome> outcomes) {
        var worst = DeliveryOutcome.DUPLICATE;
        for (int i = 0; i < outcomes.size(); i++) {
            var outcome = counted(acceptance.items().get(i), outcomes.get(i));
            worst = rank(outcome) > rank(worst) ? outcome : worst;
        }
        return worst;
    }

    private static DeliveryOutcome counted(Acceptance.Item item, Outcome outcome) {
        return switch (outcome.verdict()) {
            case DUPLICATE -> DeliveryOutcome.DUPLICATE;
            case MISMATCH -> DeliveryOutcome.MISMATCH;
            case ACCEPTED -> {
                if (outcome.suspectedReplay()) {
                    yield DeliveryOutcome.SUSPECTED_REPLAY;
                }
                yield item.ignored().isPresent() ? DeliveryOutcome.IGNORED : DeliveryOutcome.ACCEPTED;
            }
        };
    }

    private static int rank(DeliveryOutcome outcome) {
        return BY_RANK.indexOf(outcome);
    }

    /** The answer to a delivery that was committed. */
    Answer settled(Acceptance acceptance, List<Outcome> outcomes) {
        boolean accepted = false;
        var ignored = "";
        for (int i = 0; i < outcomes.size(); i++) {
            boolean fresh = outcomes.get(i).verdict() == Verdict.ACCEPTED;
            var reason = acceptance.items().get(i).ignored();
            accepted |= fresh && reason.isEmpty();
            ignored = fresh ? reason.orElse(ignored) : ignored;
        }
        boolean unwanted = !accepted && !ignored.isEmpty();
        int status = unwanted ? answers.unwantedStatus() : answers.success().status();
        var word = accepted ? "accepted" : unwanted ? "ignored" : "duplicate";
        if (answers.success().body().isPresent()) {
            return Answer.inItsWords(status, answers.success(), word);
        }
        var first =
                outcomes.get(0).standsAs().orElse(acceptance.items().get(0).id().text());
        return outcomes.size() == 1
                ? Answer.event(status, word, source, first, unwanted ? ignored : "")
                : Answer.events(status, word, outcomes.size());
    }
}

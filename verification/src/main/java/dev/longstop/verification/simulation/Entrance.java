package dev.longstop.verification.simulation;

import dev.longstop.contract.Secret;
import dev.longstop.event.Delivery;
import dev.longstop.event.EventId;
import dev.longstop.event.Headers;
import dev.longstop.inbox.Acceptance;
import dev.longstop.inbox.Inbox;
import dev.longstop.inbox.Rules;
import dev.longstop.inbox.Source;
import dev.longstop.queue.RunSeed;
import dev.longstop.time.Time;
import dev.longstop.verification.simulation.Journal.Answered;
import dev.longstop.verify.Document;
import dev.longstop.verify.Extraction.Events;
import dev.longstop.verify.Extraction.Extracted;
import dev.longstop.verify.Extractor;
import dev.longstop.verify.Request;
import dev.longstop.verify.Verdict.Rejected;
import dev.longstop.verify.Verdict.Verified;
import dev.longstop.verify.Verifier;
import java.util.HexFormat;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The road from a request to its answer, on one node: verify, extract, decide, commit, answer. The HTTP server is left
 * out; everything behind it is real.
 */
final class Entrance {

    /** Success: accepted, duplicate or ignored. */
    static final int SUCCESS = 200;
    /** Authentic and still unusable. */
    static final int UNUSABLE = 400;
    /** Not the sender's. */
    static final int REFUSED = 401;
    /** Not now. */
    static final int UNAVAILABLE = 503;

    private final Source source;
    private final Verifier verifier;
    private final Inbox inbox;
    private final Time time;
    private final Journal journal;
    private int unanswered;

    Entrance(Source source, Inbox inbox, Time time, Journal journal) {
        this.source = source;
        this.verifier = Verifier.of(source.contract(), source.secrets());
        this.inbox = inbox;
        this.time = time;
        this.journal = journal;
    }

    /** Requests that wait for their commit. */
    int unanswered() {
        return unanswered;
    }

    /** Takes a request in; {@code answer} gets the status, at once or when its commit is over. */
    void take(Message message, IntConsumer answer) {
        journal.enter();
        try {
            var request = Request.of(message.headers(), message.body());
            var verdict = verifier.verify(request, time.wallMs());
            if (verdict instanceof Rejected) {
                answer.accept(REFUSED);
            } else if (verdict instanceof Verified verified) {
                takeVerified(message, request, verified, answer);
            }
        } finally {
            journal.leave();
        }
    }

    private void takeVerified(Message message, Request request, Verified verified, IntConsumer answer) {
        var hash = EventId.sha256(message.body());
        var extraction = Extractor.extract(source.contract(), request, Document.of(source.contract(), request), hash);
        if (extraction instanceof Events events) {
            var event = events.events().get(0);
            var delivery = new Delivery(
                    source.name(),
                    time.nowMs(),
                    message.body(),
                    hash,
                    "application/json",
                    Headers.of("x-github-event", event.type()),
                    verified.secret().map(Secret::name),
                    !source.contract().eventIdSigned());
            accept(message, delivery, event, answer);
        } else {
            answer.accept(UNUSABLE);
        }
    }

    private void accept(Message message, Delivery delivery, Extracted event, IntConsumer answer) {
        var decision = Rules.decide(source, event);
        var item = new Acceptance.Item(
                event.id(),
                delivery.bodyHash(),
                event.type(),
                event.action(),
                event.subject(),
                true,
                decision.ignored().map(Rules.Ignored::word),
                decision.runs());
        var agents = decision.runs().stream().map(RunSeed::agent).toList();
        unanswered++;
        inbox.accept(new Acceptance(delivery, List.of(item))).whenComplete((outcomes, failure) -> {
            unanswered--;
            journal.enter();
            if (failure == null) {
                var key = source.name() + "/" + event.id().text();
                var hash = HexFormat.of().formatHex(delivery.bodyHash());
                journal.answered(
                        new Answered(message.id(), key, hash, outcomes.get(0).verdict(), agents));
                answer.accept(SUCCESS);
            } else {
                answer.accept(UNAVAILABLE);
            }
            journal.leave();
        });
    }
}

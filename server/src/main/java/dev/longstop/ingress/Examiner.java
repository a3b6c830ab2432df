package dev.longstop.ingress;

import dev.longstop.contract.Secret;
import dev.longstop.event.Delivery;
import dev.longstop.event.EventId;
import dev.longstop.event.Headers;
import dev.longstop.event.SafeText;
import dev.longstop.inbox.Acceptance;
import dev.longstop.inbox.Rules;
import dev.longstop.inbox.Source;
import dev.longstop.verify.Document;
import dev.longstop.verify.Extraction.Defect;
import dev.longstop.verify.Extraction.Events;
import dev.longstop.verify.Extraction.Extracted;
import dev.longstop.verify.Extraction.Unusable;
import dev.longstop.verify.Extractor;
import dev.longstop.verify.Gzip;
import dev.longstop.verify.Handshakes;
import dev.longstop.verify.Request;
import dev.longstop.verify.Verdict.Reason;
import dev.longstop.verify.Verdict.Rejected;
import dev.longstop.verify.Verdict.Verified;
import java.util.HashMap;
import java.util.List;

/** From a request to what the inbox is to take in: verify, extract, decide by the rules. Pure. */
final class Examiner {

    private static final int HEADER_LENGTH_MAX = 1_000;

    private Examiner() {}

    /**
     * What a whole request is.
     *
     * @param receivedAtMs when its last byte arrived, in the store's time
     * @param wallMs the node's wall clock, for what others signed
     */
    static Finding examine(Entrance entrance, Request sent, long receivedAtMs, long wallMs) {
        var source = entrance.source();
        var signed = Gzip.signed(source.contract(), sent, source.bodyBytesMax());
        if (signed instanceof Gzip.Packed packed) {
            return packed.defect() == Defect.LARGE_BODY
                    ? new Finding.Useless(Defect.LARGE_BODY)
                    : new Finding.Forged(Reason.BROKEN_BODY);
        }
        return examine(entrance, ((Gzip.Signed) signed).request(), new Moment(receivedAtMs, wallMs));
    }

    /** When a request came, by the store's clock and by the node's. */
    private record Moment(long receivedAtMs, long wallMs) {}

    private static Finding examine(Entrance entrance, Request request, Moment moment) {
        var source = entrance.source();
        var document = Document.of(source.contract(), request, source.bodyBytesMax());
        var verdict = entrance.verifier().verify(request, document, moment.wallMs);
        if (verdict instanceof Rejected rejected) {
            return new Finding.Forged(rejected.reason());
        }
        var secret = ((Verified) verdict).secret();
        var question = Handshakes.signed(source.contract(), request, document, secret);
        if (question.isPresent()) {
            return new Finding.Question(question.get().answer());
        }
        var bodyHash = EventId.sha256(request.body());
        var extraction = Extractor.extract(source.contract(), request, document, bodyHash);
        if (extraction instanceof Unusable unusable) {
            return new Finding.Useless(unusable.defect());
        }
        if (!(extraction instanceof Events events)) {
            return new Finding.Question(source.contract().answers().success());
        }
        var delivery = new Delivery(
                source.name(),
                moment.receivedAtMs,
                request.body(),
                bodyHash,
                header(request, "content-type"),
                kept(entrance, request),
                secret.map(Secret::name),
                entrance.watch());
        return new Finding.Sound(new Acceptance(
                delivery,
                events.events().stream().map(event -> item(source, event)).toList(),
                new Acceptance.Repeats(source.replays(), source.dedupWindowMs())));
    }

    private static Acceptance.Item item(Source source, Extracted event) {
        var decision = Rules.decide(source, event);
        return new Acceptance.Item(
                event.id(),
                event.hash(),
                event.type(),
                event.action(),
                event.subject(),
                source.contract().bodyAuthenticated(),
                decision.ignored().map(Rules.Ignored::word),
                decision.runs());
    }

    private static Headers kept(Entrance entrance, Request request) {
        var kept = new HashMap<String, List<String>>();
        for (var name : entrance.keep()) {
            var value = header(request, name);
            if (!value.isEmpty()) {
                kept.put(name, List.of(value));
            }
        }
        return new Headers(kept);
    }

    private static String header(Request request, String name) {
        var all = request.headers().all(name);
        return all.isEmpty() ? "" : SafeText.of(all.get(0), HEADER_LENGTH_MAX);
    }
}

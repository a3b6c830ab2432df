package dev.longstop.verify;

import dev.longstop.contract.Batch;
import dev.longstop.contract.Contract;
import dev.longstop.contract.Locator;
import dev.longstop.event.EventId;
import dev.longstop.event.Headers;
import dev.longstop.event.SafeText;
import dev.longstop.verify.Extraction.Defect;
import dev.longstop.verify.Extraction.Events;
import dev.longstop.verify.Extraction.Extracted;
import dev.longstop.verify.Extraction.Heartbeat;
import dev.longstop.verify.Extraction.Unusable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Reads what a delivery says, once it is verified.
 *
 * <p><i>Bounds</i>: an identity of at most {@link #ID_BYTES_MAX} bytes; {@link Batch#ITEMS_MAX} events.
 * <i>Source</i>: design section 3, "Identity".
 */
public final class Extractor {

    /** No identity is longer. */
    public static final int ID_BYTES_MAX = 8_192;

    private static final int WORD_MAX = 255;

    /** Where the parts of one event stand. */
    private record Plan(List<Locator> id, List<Locator> type, List<Locator> action, List<Locator> subject) {}

    /** What the whole delivery says of all its events; an event's own word goes before. */
    private record Common(String type, String action, Optional<String> subject, Optional<String> sender) {

        static Common of(Contract contract, Request request, JsonNode root) {
            var finder = new Finder(request, () -> root, () -> new byte[0]);
            return new Common(
                    word(finder, contract.eventType()),
                    word(finder, contract.action()),
                    text(finder, contract.subject()).map(text -> SafeText.of(text, WORD_MAX)),
                    text(finder, contract.sender()));
        }

        Extracted fill(Extracted event) {
            return new Extracted(
                    event.id(),
                    event.hash(),
                    event.type().isEmpty() ? type : event.type(),
                    event.action().isEmpty() ? action : event.action(),
                    event.subject().or(() -> subject),
                    event.sender().or(() -> sender),
                    event.payload());
        }
    }

    private final Contract contract;
    private final Request request;

    private Extractor(Contract contract, Request request) {
        this.contract = contract;
        this.request = request;
    }

    /**
     * What a verified request says.
     *
     * @param document its body, read or not
     * @param bodyHash SHA-256 of the body: the identity where the contract names none
     */
    public static Extraction extract(Contract contract, Request request, Document document, byte[] bodyHash) {
        if (document.content() instanceof Document.Unreadable unreadable) {
            return new Unusable(unreadable.defect());
        }
        var root = ((Document.Tree) document.content()).root();
        var extractor = new Extractor(contract, request);
        return contract.batch()
                .map(batch -> extractor.several(batch, root))
                .orElseGet(() -> extractor.alone(root, bodyHash));
    }

    /**
     * What a stored delivery says of one of its events, besides what the inbox knows of it.
     *
     * @param sender who caused it, where the contract finds that
     * @param payload the JSON that it carries
     */
    public record Said(Optional<String> sender, JsonNode payload) {}

    /**
     * Reads one event of a delivery that was taken in before; empty where the contract cannot read it any more.
     *
     * @param headers those that were kept
     * @param item the event's place within the delivery, from 0
     */
    public static Optional<Said> stored(Contract contract, Headers headers, byte[] body, String contentType, int item) {
        var request = Request.of(headers, body);
        return Payload.of(contract).root(body, contentType).flatMap(root -> {
            var payload = contract.batch().isEmpty()
                    ? Optional.of(root)
                    : contract.batch().get().items().find(root).flatMap(list -> Optional.ofNullable(list.get(item)));
            return payload.map(event ->
                    new Said(sender(contract, request, event).or(() -> sender(contract, request, root)), event));
        });
    }

    private static Optional<String> sender(Contract contract, Request request, JsonNode event) {
        return text(new Finder(request, () -> event, () -> new byte[0]), contract.sender());
    }

    private Extraction alone(JsonNode root, byte[] bodyHash) {
        var plan = new Plan(contract.eventId(), contract.eventType(), contract.action(), contract.subject());
        var found = new ArrayList<Extracted>(1);
        return event(plan, root, bodyHash, found).<Extraction>map(Unusable::new).orElseGet(() -> new Events(found));
    }

    private Extraction several(Batch batch, JsonNode root) {
        var items = batch.items().find(root).filter(JsonNode::isArray);
        if (items.isEmpty()) {
            return new Unusable(Defect.NO_EVENTS);
        }
        if (items.get().isEmpty()) {
            return batch.emptyIsHeartbeat() ? new Heartbeat() : new Unusable(Defect.NO_EVENTS);
        }
        if (items.get().size() > Batch.ITEMS_MAX) {
            return new Unusable(Defect.TOO_MANY_EVENTS);
        }
        var plan = new Plan(
                batch.id().isEmpty() ? List.of(new Locator.BodyHash()) : batch.id(),
                batch.eventType(),
                batch.action(),
                batch.subject());
        var common = Common.of(contract, request, root);
        var events = new ArrayList<Extracted>(items.get().size());
        for (var item : items.get()) {
            var hash = EventId.sha256(item.toString().getBytes(StandardCharsets.UTF_8));
            var defect = event(plan, item, hash, events);
            if (defect.isPresent()) {
                return new Unusable(defect.get());
            }
        }
        return new Events(events.stream().map(common::fill).toList());
    }

    /** Adds one event to those found, or says why it cannot be used. */
    private Optional<Defect> event(Plan plan, JsonNode payload, byte[] hash, List<Extracted> found) {
        var finder = new Finder(request, () -> payload, () -> hash);
        var id = plan.id.isEmpty() ? Optional.of(EventId.ofBody(hash)) : id(plan.id, finder, hash);
        var event = new Extracted(
                id.orElseGet(() -> EventId.ofBody(hash)),
                hash,
                word(finder, plan.type),
                word(finder, plan.action),
                text(finder, plan.subject).map(text -> SafeText.of(text, WORD_MAX)),
                text(finder, contract.sender()),
                payload);
        if (finder.repeated()) {
            return Optional.of(Defect.REPEATED_HEADER);
        }
        if (id.isEmpty()) {
            return Optional.of(Defect.NO_EVENT_ID);
        }
        if (event.id().raw().map(raw -> raw.length > ID_BYTES_MAX).orElse(false)) {
            return Optional.of(Defect.LONG_EVENT_ID);
        }
        found.add(event);
        return Optional.empty();
    }

    private static Optional<EventId> id(List<Locator> places, Finder finder, byte[] hash) {
        for (var place : places) {
            var value = finder.find(place);
            if (place instanceof Locator.BodyHash) {
                return Optional.of(EventId.ofBody(hash));
            }
            if (!value.isEmpty()) {
                return Optional.of(EventId.ofSender(Finder.bytes(place, value)));
            }
        }
        return Optional.empty();
    }

    private static String word(Finder finder, List<Locator> places) {
        return SafeText.of(finder.first(places), WORD_MAX);
    }

    private static Optional<String> text(Finder finder, List<Locator> places) {
        return Optional.of(finder.first(places)).filter(text -> !text.isEmpty());
    }
}

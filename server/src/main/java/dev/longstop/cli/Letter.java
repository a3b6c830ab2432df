package dev.longstop.cli;

import dev.longstop.contract.Auth;
import dev.longstop.contract.Locator;
import dev.longstop.contract.Path;
import dev.longstop.contract.Secret;
import dev.longstop.contract.Stamp;
import dev.longstop.event.EventId;
import dev.longstop.event.Headers;
import dev.longstop.inbox.Source;
import dev.longstop.verify.Document;
import dev.longstop.verify.Extraction.Events;
import dev.longstop.verify.Extractor;
import dev.longstop.verify.Request;
import dev.longstop.verify.Signer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A delivery as its sender would make it, composed from nothing but the contract's data.
 *
 * @param source where it goes
 * @param id what its sender calls it
 * @param type what happened
 * @param body the bytes to sign and send
 * @param sentAtMs the time that is signed, where one is
 */
record Letter(Source source, String id, String type, byte[] body, long sentAtMs) {

    /**
     * What is posted.
     *
     * @param headers the signature among them
     * @param query what goes behind the question mark, or empty
     */
    record Posted(Map<String, String> headers, String query) {}

    /** How an event is called: what identifies it, what happened, and the kind of it or an empty text. */
    record Naming(String id, String type, String action) {}

    /** A letter whose payload says, where the contract looks for it, what it is. */
    static Letter of(Source source, Naming naming, long sentAtMs, JsonNode payload) {
        var contract = source.contract();
        if (payload instanceof ObjectNode object) {
            contract.auth().stream()
                    .filter(Auth.Signature.class::isInstance)
                    .flatMap(auth -> ((Auth.Signature) auth).stamp().stream())
                    .forEach(stamp -> place(object, stamp, sentAtMs));
            place(object, contract.action(), naming.action);
            place(object, contract.eventType(), naming.type);
            place(object, contract.eventId(), naming.id);
        }
        var body = payload.toPrettyString().getBytes(StandardCharsets.UTF_8);
        return new Letter(source, naming.id, naming.type, body, sentAtMs);
    }

    private static void place(ObjectNode payload, Stamp stamp, long sentAtMs) {
        stamp.from()
                .filter(Locator.InJson.class::isInstance)
                .ifPresent(from -> put(
                        payload, ((Locator.InJson) from).path(), stamp.unit().write(sentAtMs)));
    }

    // The first place counts: that is where the contract looks first.
    private static void place(ObjectNode payload, List<Locator> places, String value) {
        if (!value.isEmpty() && !places.isEmpty() && places.get(0) instanceof Locator.InJson json) {
            put(payload, json.path(), value);
        }
    }

    private static void put(ObjectNode payload, Path path, String value) {
        ObjectNode inner = payload;
        for (int i = 0; i < path.steps().size() - 1; i++) {
            if (!(path.steps().get(i) instanceof String name)) {
                return;
            }
            inner = inner.get(name) instanceof ObjectNode known ? known : inner.putObject(name);
        }
        if (path.steps().get(path.steps().size() - 1) instanceof String name) {
            inner.put(name, value);
        }
    }

    /** What identifies the event here; its sender's own word where the letter carries no event. */
    String eventId() {
        var request = request(headers());
        var contract = source.contract();
        var extraction = Extractor.extract(contract, request, Document.of(contract, request), EventId.sha256(body));
        return extraction instanceof Events events ? events.events().get(0).id().text() : id;
    }

    /**
     * The headers and query that the sender would send.
     *
     * @return empty if only the sender can sign so: with a private key, or within the body
     */
    Optional<Posted> sign(Secret secret) {
        var headers = headers();
        var trust = source.trust().with(List.of(secret), List.of());
        return Signer.sign(source.contract(), trust, request(headers), id, sentAtMs)
                .map(signed -> {
                    headers.putAll(signed.headers());
                    return new Posted(headers, signed.query());
                });
    }

    /** The same with one bit of the body turned, after it was signed. */
    Letter mutated() {
        var other = body.clone();
        if (other.length > 0) {
            other[other.length / 2] ^= 1;
        }
        return new Letter(source, id, type, other, sentAtMs);
    }

    private Map<String, String> headers() {
        var headers = new LinkedHashMap<String, String>();
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", "longstop-send/" + Version.number());
        put(headers, source.contract().eventId(), id);
        put(headers, source.contract().eventType(), type);
        return headers;
    }

    private Request request(Map<String, String> headers) {
        var sent = new TreeMap<String, List<String>>();
        headers.forEach((name, value) -> sent.put(name, List.of(value)));
        return new Request(source.contract().methods().get(0), "", new Headers(sent)::all, body);
    }

    private static void put(Map<String, String> headers, List<Locator> places, String value) {
        for (var place : places) {
            if (place instanceof Locator.InHeader header) {
                headers.put(header.name(), value);
                return;
            }
        }
    }
}

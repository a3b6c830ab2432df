package dev.longstop.contract;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How one sender signs, identifies, types and expects to be answered: data, read from a contract file.
 *
 * @param id the name of the contract
 * @param auth how a delivery proves where it came from: one of these
 * @param bodyAuthenticated whether that proof covers the body
 * @param signsUnpacked whether that proof covers a compressed body as it is unpacked, instead of as it is sent
 * @param eventId where the identity stands, first hit first; empty means the digest of the body
 * @param eventIdSigned whether the identity is covered by the signature
 * @param eventType where the type stands, first hit first
 * @param action where the action stands, first hit first
 * @param subject what must not be worked on side by side, where the sender names such a thing
 * @param sender where the one who caused the event stands, for {@code ignore}
 * @param formJsonField the form field that holds the JSON; a form without it is read as an object of its fields
 * @param emptyBody whether a delivery without a body is an event too
 * @param batch how several events are carried at once, where the sender does that
 * @param answers what the sender is answered
 * @param bodyBytesMax the sender's own bound of a body, in bytes
 * @param deadlineMs how long the sender waits for an answer
 * @param retries whether the sender repeats what failed, and for how long
 * @param methods the methods of deliveries
 * @param handshakes questions that are no events
 * @param keepHeaders headers that are stored with the delivery besides those that identify and type it; none is a
 *     secret
 */
public record Contract(
        String id,
        List<Auth> auth,
        boolean bodyAuthenticated,
        boolean signsUnpacked,
        List<Locator> eventId,
        boolean eventIdSigned,
        List<Locator> eventType,
        List<Locator> action,
        List<Locator> subject,
        List<Locator> sender,
        Optional<String> formJsonField,
        boolean emptyBody,
        Optional<Batch> batch,
        Answers answers,
        int bodyBytesMax,
        int deadlineMs,
        Retries retries,
        List<String> methods,
        List<Handshake> handshakes,
        List<String> keepHeaders) {

    public Contract {
        auth = List.copyOf(auth);
        eventId = List.copyOf(eventId);
        eventType = List.copyOf(eventType);
        action = List.copyOf(action);
        subject = List.copyOf(subject);
        sender = List.copyOf(sender);
        methods = List.copyOf(methods);
        handshakes = List.copyOf(handshakes);
        keepHeaders = List.copyOf(keepHeaders);
    }

    /**
     * How a sender repeats itself.
     *
     * @param auto whether it sends again by itself what was not answered with success
     * @param horizonMs how long it may send the same event again, in milliseconds
     */
    public record Retries(boolean auto, long horizonMs) {}

    /** How long the sender may send the same event again, in milliseconds. */
    public long retryHorizonMs() {
        return retries.horizonMs();
    }

    /** Event types that only test the endpoint: answered, and they never start anything. */
    public List<String> acknowledge() {
        List<String> types = List.of();
        for (var handshake : handshakes) {
            if (handshake instanceof Handshake.EndpointTest test) {
                // Asked for at every delivery: the one list that most contracts have is handed out as it is.
                types = types.isEmpty()
                        ? test.types()
                        : Stream.concat(types.stream(), test.types().stream()).toList();
            }
        }
        return types;
    }

    /** Whether some proof of origin is none at all: whoever knows the address is believed. */
    public boolean believesAnybody() {
        return auth.stream().anyMatch(Auth.None.class::isInstance);
    }

    /** Whether each proof of origin covers the instant at which the delivery was sent. */
    public boolean signsTime() {
        return auth.stream()
                .allMatch(proof -> proof instanceof Auth.Signature signature
                        && signature.stamp().flatMap(Stamp::toleranceMs).isPresent());
    }

    /** Whether some proof of origin covers the address under which the sender knows the source. */
    public boolean signsUrl() {
        return auth.stream()
                .anyMatch(proof -> proof instanceof Auth.Signature signature
                        && signature.signed().has(Template.Word.URL));
    }

    /** The headers to store with a delivery, in lower case: those that identify and type it, and those asked for. */
    public List<String> headersToKeep() {
        var named = Stream.of(eventId, eventType, action, subject, sender)
                .flatMap(List::stream)
                .flatMap(Locator::headers);
        return Stream.of(Stream.of("user-agent"), named, keepHeaders.stream())
                .flatMap(headers -> headers)
                .map(header -> header.toLowerCase(Locale.ROOT))
                .distinct()
                .toList();
    }
}

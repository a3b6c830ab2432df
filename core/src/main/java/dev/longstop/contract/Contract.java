package dev.longstop.contract;

import java.util.List;
import java.util.Optional;

/**
 * How one sender signs, identifies, types and expects to be answered: data, read from a contract file.
 *
 * @param id the name of the contract
 * @param auth how a delivery proves where it came from
 * @param bodyAuthenticated whether that proof covers the body
 * @param eventId where the identity stands, first hit first; empty means the digest of the body
 * @param eventIdSigned whether the identity is covered by the signature
 * @param eventType where the type stands, first hit first
 * @param action where the action stands, first hit first
 * @param subject what must not be worked on side by side, where the sender names such a thing
 * @param sender where the one who caused the event stands, for {@code ignore}
 * @param formJsonField the form field that holds the JSON, where the sender may send forms
 * @param answer how success is answered
 * @param bodyBytesMax the sender's own bound of a body, in bytes
 * @param deadlineMs how long the sender waits for an answer
 * @param retryHorizonMs how long the sender may send the same event again
 * @param acknowledge event types that only test the endpoint: answered, never an event that starts anything
 */
public record Contract(
        String id,
        Auth auth,
        boolean bodyAuthenticated,
        List<Locator> eventId,
        boolean eventIdSigned,
        List<Locator> eventType,
        List<Locator> action,
        List<Locator> subject,
        List<Locator> sender,
        Optional<String> formJsonField,
        Answer answer,
        int bodyBytesMax,
        int deadlineMs,
        long retryHorizonMs,
        List<String> acknowledge) {

    public Contract {
        eventId = List.copyOf(eventId);
        eventType = List.copyOf(eventType);
        action = List.copyOf(action);
        subject = List.copyOf(subject);
        sender = List.copyOf(sender);
        acknowledge = List.copyOf(acknowledge);
    }

    /** A proof of origin. More kinds of it, and more than one per contract, come as further cases. */
    public sealed interface Auth permits Hmac {}

    /**
     * A keyed digest of the body in a header.
     *
     * @param algorithm the Java name of the algorithm, such as {@code HmacSHA256}
     * @param header the header that holds it
     * @param prefix what stands before it; a header without it is refused
     * @param encoding how the digest is written
     */
    public record Hmac(String algorithm, String header, String prefix, Encoding encoding) implements Auth {}

    /** How bytes are written as text. */
    public enum Encoding {
        /** Two digits a byte, either case. */
        HEX,
        /** RFC 4648 with padding, canonical. */
        BASE64
    }

    /** A place in a delivery. */
    public sealed interface Locator {}

    /** A header, sent once. */
    public record InHeader(String name) implements Locator {}

    /** A value in the JSON body. */
    public record InJson(Path path) implements Locator {}

    /**
     * How success is answered.
     *
     * @param status the status, 200 to 299
     */
    public record Answer(int status) {}
}

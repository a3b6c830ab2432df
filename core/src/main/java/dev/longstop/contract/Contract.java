package dev.longstop.contract;

import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

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
 * @param keepHeaders headers that are stored with the delivery besides those that identify and type it; none is a
 *     secret
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
        List<String> acknowledge,
        List<String> keepHeaders) {

    public Contract {
        eventId = List.copyOf(eventId);
        eventType = List.copyOf(eventType);
        action = List.copyOf(action);
        subject = List.copyOf(subject);
        sender = List.copyOf(sender);
        acknowledge = List.copyOf(acknowledge);
        keepHeaders = List.copyOf(keepHeaders);
    }

    /** The headers to store with a delivery, in lower case: those that identify and type it, and those asked for. */
    public List<String> headersToKeep() {
        var named = Stream.of(eventId, eventType, action, subject, sender)
                .flatMap(List::stream)
                .flatMap(Contract::headers);
        return Stream.of(Stream.of("user-agent"), named, keepHeaders.stream())
                .flatMap(headers -> headers)
                .map(header -> header.toLowerCase(Locale.ROOT))
                .distinct()
                .toList();
    }

    private static Stream<String> headers(Locator locator) {
        if (locator instanceof InHeader header) {
            return Stream.of(header.name());
        }
        return locator instanceof Joined joined ? joined.parts().stream().flatMap(Contract::headers) : Stream.empty();
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
        HEX {
            @Override
            public Optional<byte[]> decode(String text) {
                if (text.length() % 2 != 0) {
                    return Optional.empty();
                }
                var bytes = new byte[text.length() / 2];
                for (int i = 0; i < bytes.length; i++) {
                    int high = digit(text.charAt(2 * i));
                    int low = digit(text.charAt(2 * i + 1));
                    if (high < 0 || low < 0) {
                        return Optional.empty();
                    }
                    bytes[i] = (byte) ((high << 4) | low);
                }
                return Optional.of(bytes);
            }

            // Not Character.digit, which takes the digits of every script.
            private static int digit(char c) {
                if (c >= '0' && c <= '9') {
                    return c - '0';
                }
                int letter = c | 0x20;
                return c < 0x80 && letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
            }
        },
        /** RFC 4648 with padding, canonical: exactly what an encoder writes. */
        BASE64 {
            @Override
            public Optional<byte[]> decode(String text) {
                for (int i = 0; i < text.length(); i++) {
                    char c = text.charAt(i);
                    if (c >= 0x80 || !(Character.isLetterOrDigit(c) || c == '+' || c == '/' || c == '=')) {
                        return Optional.empty();
                    }
                }
                try {
                    var bytes = Base64.getDecoder().decode(text);
                    return Base64.getEncoder().encodeToString(bytes).equals(text)
                            ? Optional.of(bytes)
                            : Optional.empty();
                } catch (IllegalArgumentException misplacedPadding) {
                    return Optional.empty();
                }
            }
        };

        /** The bytes that a text stands for; empty if it is not written so. */
        public abstract Optional<byte[]> decode(String text);
    }

    /** A place in a delivery. */
    public sealed interface Locator {}

    /** A header, sent once. */
    public record InHeader(String name) implements Locator {}

    /** A value in the JSON body. */
    public record InJson(Path path) implements Locator {}

    /** Several places, all of which must have a value; the values are joined by {@code :}. */
    public record Joined(List<Locator> parts) implements Locator {
        public Joined {
            parts = List.copyOf(parts);
        }
    }

    /**
     * How success is answered.
     *
     * @param status the status, 200 to 299
     */
    public record Answer(int status) {}
}

package dev.longstop.verify;

import dev.longstop.event.EventId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What a verified delivery says. */
public sealed interface Extraction {

    /**
     * An event.
     *
     * @param id its identity within the source
     * @param hash SHA-256 of what it says, 32 bytes: of the body, or of the item within a batch
     * @param type the sender's word for what happened, or empty; safe text
     * @param action the sender's word for the kind of it, or empty; safe text
     * @param subject what must not be worked on side by side, where the contract finds one; safe text
     * @param sender who caused it, where the contract finds that
     * @param payload the JSON that it carries
     */
    record Extracted(
            EventId id,
            byte[] hash,
            String type,
            String action,
            Optional<String> subject,
            Optional<String> sender,
            JsonNode payload) {}

    /** Events, in the order of the delivery; at least one. */
    record Events(List<Extracted> events) implements Extraction {
        public Events {
            events = List.copyOf(events);
        }
    }

    /** A batch of nothing, by which the sender asks whether we are there. */
    record Heartbeat() implements Extraction {}

    /** Nothing that can be taken in: authentic, and still unusable. */
    record Unusable(Defect defect) implements Extraction {}

    /** Why an authentic delivery cannot be taken in. */
    enum Defect {
        /** There is no body. */
        EMPTY_BODY,
        /** The body is compressed in another way than gzip. */
        ENCODED_BODY,
        /** The body is said to be compressed by gzip, and is not, or not to its end. */
        BROKEN_BODY,
        /** The body is larger than is taken, once it is unpacked. */
        LARGE_BODY,
        /** The body is not JSON, or deeper or of more parts than is taken. */
        NOT_JSON,
        /** The form has the field that holds the JSON twice, or is not written as forms are. */
        NOT_A_FORM,
        /** The list of events is absent or empty. */
        NO_EVENTS,
        /** More events than one delivery may carry. */
        TOO_MANY_EVENTS,
        /** Nothing stands where the contract finds the identity. */
        NO_EVENT_ID,
        /** The identity is longer than is taken. */
        LONG_EVENT_ID,
        /** A header that identifies or types the event was sent more than once. */
        REPEATED_HEADER;

        /** The word in lists of rejections. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}

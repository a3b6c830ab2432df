package dev.longstop.agent;

import dev.longstop.event.Event;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An event as the headers of a CloudEvent in binary mode.
 *
 * <p><i>Source</i>: CloudEvents 1.0.2, HTTP protocol binding, section 3.1.3: what is outside of printable ASCII, and
 * space, quotation mark and percent sign, are percent-encoded as UTF-8.
 */
final class CloudEvent {

    private static final int ATTRIBUTE_CHARS_MAX = 1_000;
    private static final String HEX = "0123456789ABCDEF";

    private CloudEvent() {}

    /** The headers, in their order. */
    static Map<String, String> headers(Event event) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("ce-specversion", "1.0");
        headers.put("ce-id", encoded(event.id()));
        headers.put("ce-source", "/" + encoded(event.source()));
        // A CloudEvent's type is never empty; a sender's may be.
        headers.put("ce-type", event.name().isEmpty() ? "event" : encoded(event.name()));
        headers.put("ce-time", Instant.ofEpochMilli(event.receivedAtMs()).toString());
        event.subject()
                .filter(subject -> !subject.isEmpty())
                .ifPresent(subject -> headers.put("ce-subject", encoded(subject)));
        return headers;
    }

    static String encoded(String value) {
        var cut = value.length() <= ATTRIBUTE_CHARS_MAX ? value : value.substring(0, ATTRIBUTE_CHARS_MAX);
        var encoded = new StringBuilder(cut.length());
        for (byte b : cut.getBytes(StandardCharsets.UTF_8)) {
            if (b > 0x20 && b < 0x7f && b != '"' && b != '%') {
                encoded.append((char) b);
            } else {
                encoded.append('%').append(HEX.charAt((b >> 4) & 0xf)).append(HEX.charAt(b & 0xf));
            }
        }
        return encoded.toString();
    }
}

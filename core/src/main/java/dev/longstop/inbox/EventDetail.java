package dev.longstop.inbox;

import dev.longstop.event.Headers;
import java.util.List;
import java.util.Optional;

/**
 * An event with the delivery that brought it and what came under its key later.
 *
 * @param summary the event and its runs
 * @param itemHash SHA-256 of what it says, in hex
 * @param bodyBytes the size of the delivery's body
 * @param contentType the body's media type as sent
 * @param headers the headers that were kept
 * @param secret the name of the secret that matched, where one did
 * @param prunedAtMs when retention took the body away, where it did
 * @param mismatches other content under the same key, oldest first
 */
public record EventDetail(
        EventSummary summary,
        String itemHash,
        long bodyBytes,
        String contentType,
        Headers headers,
        Optional<String> secret,
        Optional<Long> prunedAtMs,
        List<Other> mismatches) {

    public EventDetail {
        mismatches = List.copyOf(mismatches);
    }

    /**
     * Other content that came under the event's key and was not applied.
     *
     * @param receivedAtMs when it came first, in epoch milliseconds
     * @param itemHash SHA-256 of it, in hex
     * @param bodyBytes the size of the body that brought it
     */
    public record Other(long receivedAtMs, String itemHash, long bodyBytes) {}
}

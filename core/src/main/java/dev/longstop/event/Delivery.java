package dev.longstop.event;

import java.util.Optional;

/**
 * One HTTP request as received from a sender.
 *
 * @param source the configured endpoint that it came to
 * @param receivedAtMs when its last byte arrived, in epoch milliseconds of the store's time
 * @param body the raw bytes exactly as signed; not to be changed
 * @param bodyHash SHA-256 of {@code body}, 32 bytes
 * @param contentType the media type as sent, or empty
 * @param headers the headers that are kept, none of them a secret or a signature
 * @param secret the name of the secret that matched, where one did
 * @param replayWatch whether the same body under another id is suspicious, since the id is not signed and no time is
 */
public record Delivery(
        String source,
        long receivedAtMs,
        byte[] body,
        byte[] bodyHash,
        String contentType,
        Headers headers,
        Optional<String> secret,
        boolean replayWatch) {}

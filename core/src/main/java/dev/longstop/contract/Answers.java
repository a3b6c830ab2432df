package dev.longstop.contract;

import java.util.Optional;

/**
 * What a sender is answered, as its contract says.
 *
 * @param success to what was accepted and to duplicates
 * @param unwantedStatus to what is authentic and starts nothing; 200 to 299
 * @param badAuthStatus to what is not the sender's; 400 to 499
 * @param unavailableStatus when nothing could be stored; 429, or 500 to 599
 * @param retryAfterSeconds when the sender should come again then
 */
public record Answers(
        Fixed success, int unwantedStatus, int badAuthStatus, int unavailableStatus, int retryAfterSeconds) {

    /**
     * An answer that is always the same.
     *
     * @param status its status
     * @param body its body; empty: our own JSON where there is something to say, nothing otherwise
     * @param contentType the media type of that body
     */
    public record Fixed(int status, Optional<String> body, String contentType) {}
}

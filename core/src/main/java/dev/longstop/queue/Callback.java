package dev.longstop.queue;

import dev.longstop.event.EventId;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * What an agent says of a run after its attempt is over, or instead of answering it.
 *
 * @param runId the run
 * @param token what the agent was given for it
 * @param ending how the work ended: done, dead, or to be tried again
 */
public record Callback(long runId, String token, Ending ending) {

    /** What is kept of a token: it cannot be turned back into it. */
    static String hash(String token) {
        return HexFormat.of().formatHex(EventId.sha256(token.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public String toString() {
        return "Callback[" + runId + "]";
    }
}

package dev.longstop.event;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The key by which a target knows that an attempt is not the first: the same on every attempt, over restarts and nodes.
 *
 * <p><i>Shape</i>: {@code ls-} and 64 hex digits. <i>Promises</i>: I8's first half. <i>Source</i>: design section 4,
 * "Calls out".
 */
public final class IdempotencyKey {

    private IdempotencyKey() {}

    /**
     * The key of a run: what one agent owes to one event, in one round.
     *
     * @param installation the installation's id, so that two installations never share a key
     * @param eventKey {@code source/event_id}
     */
    public static String ofRun(String installation, String agent, String eventKey, int round) {
        return of(installation, agent, eventKey, Integer.toString(round), "run");
    }

    /**
     * The key of an effect.
     *
     * @param installation the installation's id
     * @param owner the agent or platform
     * @param work the event's or job's key
     * @param turn the run's round, or the job's generation and the effect's round
     * @param name the effect's name
     */
    public static String ofEffect(String installation, String owner, String work, String turn, String name) {
        return of(installation, owner, work, turn, name);
    }

    private static String of(String... parts) {
        for (var part : parts) {
            if (part.indexOf('\0') >= 0) {
                throw new IllegalArgumentException("a part of a key has no NUL: two keys could become one");
            }
        }
        var joined = String.join("\0", parts).getBytes(StandardCharsets.UTF_8);
        return "ls-" + HexFormat.of().formatHex(EventId.sha256(joined));
    }
}

package dev.longstop.inbox;

import dev.longstop.event.Delivery;
import dev.longstop.event.EventId;
import dev.longstop.event.Headers;
import dev.longstop.queue.RunSeed;
import java.util.List;
import java.util.Optional;

/**
 * Starts by key: an event like any other, of a source that no configuration can name, whose id is agent and key. So
 * there is one for each, by the same unique index as everything else (U4, R23).
 */
public final class Starts {

    /** The source of starts by key. */
    public static final String SOURCE = "_start";

    private Starts() {}

    /**
     * What is taken in.
     *
     * @param key what it is started for; not empty
     * @param payload JSON
     * @param actor who wants it
     * @param nowMs the store's time
     */
    public static Acceptance of(String agent, String key, byte[] payload, String actor, long nowMs) {
        var hash = EventId.sha256(payload);
        var delivery = new Delivery(
                SOURCE, nowMs, payload, hash, "application/json", Headers.none(), Optional.of(actor), false);
        var item = new Acceptance.Item(
                EventId.ofOperator(agent + "/" + key),
                hash,
                "start",
                "",
                Optional.empty(),
                true,
                Optional.empty(),
                List.of(RunSeed.of(agent)));
        return new Acceptance(delivery, List.of(item));
    }
}

package dev.longstop.event;

import java.util.Optional;

/**
 * What {@code (source, event_id)} identifies: the inbox row of it.
 *
 * @param seq our row id, in order of the commits of one node
 * @param source the configured endpoint
 * @param id its identity within the source
 * @param deliveryId the delivery that brought it first
 * @param item its place within that delivery, from 0
 * @param type the sender's word for what happened, or empty
 * @param action the sender's word for the kind of it, or empty
 * @param subject what must not be worked on side by side, where the contract names it
 * @param receivedAtMs when its delivery arrived, in epoch milliseconds
 * @param bodyAuthenticated whether the signature covered the body
 * @param suspectedReplay whether the same signed body had come before under another id
 * @param ignored why nothing was started, where that is so
 */
public record Event(
        long seq,
        String source,
        String id,
        long deliveryId,
        int item,
        String type,
        String action,
        Optional<String> subject,
        long receivedAtMs,
        boolean bodyAuthenticated,
        boolean suspectedReplay,
        Optional<String> ignored) {

    /** The name under which people look for it: {@code source/event_id}. */
    public String key() {
        return source + "/" + id;
    }

    /** Type and action in one word: {@code issues.opened}, or the type alone. */
    public String name() {
        return action.isEmpty() ? type : type + "." + action;
    }
}

package dev.longstop.contract;

import java.util.List;
import java.util.Optional;

/**
 * Several events in one delivery. Places in the body are looked for in the item.
 *
 * @param items the list of them
 * @param id where an item's identity stands, first hit first; none: the digest of the item
 * @param eventType where its type stands; none: the contract's, in the whole body
 * @param action where its action stands; none: the contract's
 * @param subject where its subject stands; none: the contract's
 * @param emptyIsHeartbeat whether a list of nothing only asks whether we are there
 * @param verifyEach a member of every item that must equal the secret
 */
public record Batch(
        Path items,
        List<Locator> id,
        List<Locator> eventType,
        List<Locator> action,
        List<Locator> subject,
        boolean emptyIsHeartbeat,
        Optional<Path> verifyEach) {

    /** No delivery carries more events. */
    public static final int ITEMS_MAX = 1_000;

    public Batch {
        id = List.copyOf(id);
        eventType = List.copyOf(eventType);
        action = List.copyOf(action);
        subject = List.copyOf(subject);
    }
}

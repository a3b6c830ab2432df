package dev.longstop.consumer;

import dev.longstop.verify.Payload;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How a consumer works.
 *
 * @param owner this process, by an id that is new at every start
 * @param installation the installation's id, a part of every idempotency key
 * @param leaseMs how long a lease lasts unless renewed, 300 ms or longer; it is renewed at a third of that
 * @param pollMs how long due work may go unnoticed when nobody says that there is some, 1 ms or longer
 * @param claimMax the most runs that one claim takes, 1 to 1000
 * @param payloads by source, how its bodies become the JSON of its events, where they are not that JSON as they are
 */
public record ConsumerSettings(
        String owner, String installation, long leaseMs, long pollMs, int claimMax, Map<String, Payload> payloads) {

    /** Leases of 30 s, a look at the queue every second, up to 64 runs a claim. */
    public static ConsumerSettings of(String owner, String installation, Map<String, Payload> payloads) {
        return new ConsumerSettings(owner, installation, 30_000, 1_000, 64, payloads);
    }

    public ConsumerSettings {
        payloads = Map.copyOf(payloads);
        if (leaseMs < 300 || pollMs < 1 || claimMax < 1 || claimMax > 1_000) {
            throw new IllegalArgumentException("a lease of at least 300 ms, a poll of at least 1 ms, 1 to 1000 runs");
        }
    }

    /**
     * How long the report of an attempt is tried, and its lease renewed, after it ended: twenty leases, ten minutes at
     * least, so that the longest restart of a database passes (B15).
     */
    long settleGiveUpMs() {
        return Math.max(20 * leaseMs, TimeUnit.MINUTES.toMillis(10));
    }
}

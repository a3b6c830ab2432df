package dev.longstop.ingress;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Handshake;
import dev.longstop.inbox.Source;
import dev.longstop.telemetry.Metrics;
import dev.longstop.verify.Verifier;
import io.micrometer.core.instrument.Counter;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A source made ready: keys prepared, counters found, headers to keep listed.
 *
 * @param source what is configured
 * @param verifier with its keys
 * @param deliveries its counters
 * @param secrets counters of the secrets and keys that verified something, by name
 * @param replies what its sender is answered
 * @param asks the methods of its sender's unsigned questions
 * @param allow all methods that it takes, as one header
 * @param keep the headers that are stored with a delivery, in lower case
 * @param watch whether a body that comes again under another id is suspicious
 */
record Entrance(
        Source source,
        Verifier verifier,
        Metrics.Deliveries deliveries,
        Map<String, Counter> secrets,
        Replies replies,
        Set<String> asks,
        String allow,
        List<String> keep,
        boolean watch) {

    static Map<String, Entrance> of(Map<String, Source> sources, Metrics metrics) {
        var entrances = new HashMap<String, Entrance>();
        sources.forEach((name, source) -> entrances.put(name, of(source, metrics)));
        return Map.copyOf(entrances);
    }

    private static Entrance of(Source source, Metrics metrics) {
        var contract = source.contract();
        var asks = asks(contract);
        var methods = new LinkedHashSet<>(contract.methods());
        methods.addAll(asks);
        return new Entrance(
                source,
                Verifier.of(contract, source.trust()),
                metrics.deliveries(source.name()),
                metrics.secretMatches(source.name(), names(source)),
                Replies.of(source.name(), contract.answers()),
                Set.copyOf(asks),
                String.join(", ", methods),
                contract.headersToKeep(),
                watchesReplays(source));
    }

    // A captured body can be sent again under a new id where the signature covers neither the id nor a time.
    private static boolean watchesReplays(Source source) {
        return !source.contract().eventIdSigned()
                && !source.contract().signsTime()
                && !source.contract().eventId().isEmpty()
                && source.replays() != Source.Replays.RUN;
    }

    private static Set<String> names(Source source) {
        var names = new LinkedHashSet<String>();
        source.trust().secrets().forEach(secret -> names.add(secret.name()));
        source.trust().publicKeys().forEach(key -> names.add(key.name()));
        return names;
    }

    /** Counts a delivery for the secret that verified it. */
    void countSecret(Optional<String> name) {
        name.map(secrets::get).ifPresent(Counter::increment);
    }

    private static Set<String> asks(Contract contract) {
        var asks = new LinkedHashSet<String>();
        for (var handshake : contract.handshakes()) {
            if (handshake instanceof Handshake.Presence presence) {
                asks.add(presence.method());
            } else if (handshake instanceof Handshake.QueryEcho echo) {
                asks.add(echo.method());
            }
        }
        return asks;
    }

    /** Whether it takes deliveries of a method. */
    boolean takes(String method) {
        return source.contract().methods().contains(method);
    }
}

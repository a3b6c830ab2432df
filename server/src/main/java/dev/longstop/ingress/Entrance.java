package dev.longstop.ingress;

import dev.longstop.inbox.Source;
import dev.longstop.telemetry.Metrics;
import dev.longstop.verify.Verifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A source made ready: keys prepared, counters found, headers to keep listed.
 *
 * @param keep the headers that are stored with a delivery, in lower case
 */
record Entrance(Source source, Verifier verifier, Metrics.Deliveries deliveries, List<String> keep) {

    static Map<String, Entrance> of(Map<String, Source> sources, Metrics metrics) {
        var entrances = new HashMap<String, Entrance>();
        sources.forEach((name, source) -> entrances.put(
                name,
                new Entrance(
                        source,
                        Verifier.of(source.contract(), source.secrets()),
                        metrics.deliveries(name),
                        source.contract().headersToKeep())));
        return Map.copyOf(entrances);
    }
}

package dev.longstop.verification.simulation;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What happened how often: so that a simulation which does nothing does not pass for one that finds nothing.
 *
 * @param counts a word to a number, in the order of the words
 */
public record Tally(Map<String, Long> counts) {

    /** Nothing yet. */
    public static final Tally NONE = new Tally(Map.of());

    public Tally {
        counts = java.util.Collections.unmodifiableMap(new TreeMap<>(counts));
    }

    /** How often something happened; 0 if never. */
    public long of(String word) {
        return counts.getOrDefault(word, 0L);
    }

    /** Both together. */
    public Tally plus(Tally other) {
        var sum = new TreeMap<>(counts);
        other.counts.forEach((word, count) -> sum.merge(word, count, Long::sum));
        return new Tally(sum);
    }

    @Override
    public String toString() {
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }
}

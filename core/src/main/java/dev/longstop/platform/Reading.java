package dev.longstop.platform;

import java.util.Optional;
import java.util.Set;

/**
 * What a document says of a job.
 *
 * @param meaning where it is; {@link Meaning#RUNNING} where the words are not known
 * @param unmapped whether they are not
 * @param raw the platform's own words, as a JSON object
 * @param order what orders it among others of the same kind
 * @param generation which generation it speaks of, where it says so
 * @param flags what comes with it: {@code partial}, {@code cancelling}
 * @param attention what somebody should do
 * @param finishedAtMs when it ended, by the platform's clock
 * @param result what the work left: text, or a document as JSON
 * @param last whether nothing can be read of it ever again
 * @param pollAfterMs in how many milliseconds the platform wants to be asked again
 * @param key our key, where it came back
 */
public record Reading(
        Meaning meaning,
        boolean unmapped,
        String raw,
        Optional<Order> order,
        Optional<Generation> generation,
        Set<String> flags,
        Optional<String> attention,
        Optional<Long> finishedAtMs,
        Optional<String> result,
        boolean last,
        Optional<Long> pollAfterMs,
        Optional<String> key) {

    public Reading {
        flags = Set.copyOf(flags);
    }

    /** A value that orders documents of one job among others of its kind. */
    public record Order(String kind, String value) {}

    /** The platform's name of a generation, and a number that grows from one to the next where there is one. */
    public record Generation(String key, Optional<Long> order) {}
}

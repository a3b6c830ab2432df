package dev.longstop.event;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The headers of a request: names without case, values in order of arrival, white space around a value trimmed.
 *
 * <p><i>Shape</i>: name in lower case to its values. Immutable.
 */
public record Headers(Map<String, List<String>> values) {

    private static final Headers NONE = new Headers(Map.of());

    public Headers {
        var copy = new TreeMap<String, List<String>>();
        values.forEach((name, all) -> copy.merge(name.toLowerCase(Locale.ROOT), stripped(all), Headers::joined));
        values = Collections.unmodifiableMap(copy);
    }

    private static List<String> stripped(List<String> all) {
        return all.size() == 1
                ? List.of(all.get(0).strip())
                : all.stream().map(String::strip).toList();
    }

    private static List<String> joined(List<String> some, List<String> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    /** No headers at all. */
    public static Headers none() {
        return NONE;
    }

    /** Headers from names and values by turns. */
    public static Headers of(String... namesAndValues) {
        var values = new TreeMap<String, List<String>>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.computeIfAbsent(namesAndValues[i].toLowerCase(Locale.ROOT), n -> new ArrayList<>())
                    .add(namesAndValues[i + 1]);
        }
        return new Headers(values);
    }

    /** All values of a header, in order; empty if it is absent. */
    public List<String> all(String name) {
        return values.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    /** The value of a header that was sent once; empty if it is absent or was sent several times. */
    public Optional<String> only(String name) {
        var all = all(name);
        return all.size() == 1 ? Optional.of(all.get(0)) : Optional.empty();
    }
}

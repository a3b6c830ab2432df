package dev.longstop.config;

import dev.longstop.telemetry.Suggestion;
import java.util.Collection;
import java.util.stream.Collectors;

/** Ends a message on a word that is not known. */
final class KnownWords {

    private static final int LISTED_MAX = 20;

    private KnownWords() {}

    /** {@code ; did you mean "rules"?} where a known word is near, else {@code ; known here: a, b}. */
    static String hint(String given, Collection<String> known, String intro) {
        var near = Suggestion.hint(given, known);
        if (!near.isEmpty()) {
            return near;
        }
        return known.isEmpty()
                ? "; there are none"
                : known.stream().limit(LISTED_MAX).collect(Collectors.joining(", ", "; " + intro + ": ", ""));
    }
}

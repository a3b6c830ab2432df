package dev.longstop.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What somebody probably meant: the known word that the fewest edits (insert, drop, replace, swap) lead to. */
public final class Suggestion {

    private static final int WORD_MAX = 60;

    private Suggestion() {}

    /** The nearest known word, if one is near: at most a third of the letters differ, and never more than three. */
    public static Optional<String> of(String given, Collection<String> known) {
        if (given.length() > WORD_MAX) {
            return Optional.empty();
        }
        var word = given.toLowerCase(Locale.ROOT);
        int allowed = Math.min(3, 1 + word.length() / 4);
        return known.stream()
                .filter(candidate -> candidate.length() <= WORD_MAX)
                .filter(candidate -> edits(word, candidate.toLowerCase(Locale.ROOT)) <= allowed)
                .min(Comparator.<String>comparingInt(candidate -> edits(word, candidate.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** A half sentence for a message: {@code did you mean "rules"?}, or the words that are known. */
    static String hint(String given, Collection<String> known, String knownHere) {
        var near = of(given, known);
        if (near.isPresent()) {
            return "; did you mean \"" + near.get() + "\"?";
        }
        return known.isEmpty()
                ? "; there are none"
                : known.stream().limit(20).collect(Collectors.joining(", ", "; " + knownHere + ": ", ""));
    }

    private static int edits(String from, String to) {
        var table = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                table[i][j] = i == 0 || j == 0 ? i + j : cheapest(table, from, to, i, j);
            }
        }
        return table[from.length()][to.length()];
    }

    private static int cheapest(int[][] table, String from, String to, int i, int j) {
        int replace = table[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        int least = Math.min(replace, 1 + Math.min(table[i - 1][j], table[i][j - 1]));
        boolean swapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return swapped ? Math.min(least, table[i - 2][j - 2] + 1) : least;
    }
}

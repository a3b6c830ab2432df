package dev.longstop.telemetry;

import java.util.Collection;
import java.util.Optional;

/** The word that was probably meant by one that is not known. */
public final class Suggestion {

    private static final int WORD_MAX = 64;

    private Suggestion() {}

    /**
     * The known word nearest to {@code word}.
     *
     * @return empty if none is near: more than a third of its letters would have to change
     */
    public static Optional<String> of(String word, Collection<String> known) {
        if (word.length() > WORD_MAX) {
            return Optional.empty();
        }
        String best = null;
        int bestDistance = Integer.MAX_VALUE;
        for (var candidate : known) {
            int distance = distance(word, candidate);
            if (distance < bestDistance) {
                bestDistance = distance;
                best = candidate;
            }
        }
        return best != null && bestDistance <= Math.max(1, Math.max(word.length(), best.length()) / 3)
                ? Optional.of(best)
                : Optional.empty();
    }

    /** {@code ; did you mean "issues"?} for the nearest known word, or nothing: the end of a message. */
    public static String hint(String word, Collection<String> known) {
        return of(word, known).map(near -> "; did you mean \"" + near + "\"?").orElse("");
    }

    /** How many letters must be put in, taken out, changed or swapped with their neighbour. */
    private static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int least = Math.min(cost[i - 1][j - 1] + change, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                cost[i][j] = swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
            }
        }
        return cost[a.length()][b.length()];
    }
}

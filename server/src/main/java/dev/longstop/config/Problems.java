package dev.longstop.config;

import dev.longstop.config.Problem.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Collects what is wrong with one file. <i>Bounds</i>: the first 200 problems; the last line says that there are more.
 */
final class Problems {

    private static final int LISTED_MAX = 200;

    private final String file;
    private final List<Problem> found = new ArrayList<>();
    private int unlisted;
    private boolean errors;

    Problems(String file) {
        this.file = file;
    }

    void error(Position at, String key, String message) {
        errors = true;
        add(new Problem(Severity.ERROR, file, at.line(), at.column(), key, message));
    }

    void warn(Position at, String key, String message) {
        add(new Problem(Severity.WARNING, file, at.line(), at.column(), key, message));
    }

    boolean anyError() {
        return errors;
    }

    /** All of them in the order of the file. */
    List<Problem> all() {
        var all = new ArrayList<>(found);
        all.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
        if (unlisted > 0) {
            all.add(new Problem(Severity.ERROR, file, 0, 0, "", unlisted + " further problems are not listed"));
        }
        return List.copyOf(all);
    }

    private void add(Problem problem) {
        if (found.contains(problem)) {
            // An aliased part of the file is read once per use, and is wrong only once.
            return;
        }
        if (found.size() < LISTED_MAX) {
            found.add(problem);
        } else {
            unlisted++;
        }
    }
}

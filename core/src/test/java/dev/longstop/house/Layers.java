package dev.longstop.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The table of packages in ARCHITECTURE.md: levels from the top, each a number and names.
 *
 * @param levels the names of each level, the lowest level first
 */
record Layers(List<List<String>> levels) {

    private static final String BEGIN = "```layers";

    /** The table as it stands in ARCHITECTURE.md. */
    static Layers agreed() {
        try {
            return parse(Files.readString(House.root().resolve("ARCHITECTURE.md")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Layers parse(String document) {
        int from = document.indexOf(BEGIN);
        if (from < 0) {
            throw new IllegalArgumentException("ARCHITECTURE.md has no block " + BEGIN);
        }
        var levels = new ArrayList<List<String>>();
        document.substring(from + BEGIN.length(), document.indexOf("```", from + BEGIN.length()))
                .lines()
                .map(line -> line.replaceAll("\\(.*", "").strip())
                .filter(line -> !line.isEmpty())
                .forEach(line ->
                        levels.add(0, List.of(line.replaceFirst("^\\d+\\s+", "").split("\\s+", -1))));
        return new Layers(List.copyOf(levels));
    }

    /** What is wrong with an arrow from one package to another; empty if it points down or, in a level, to the left. */
    Optional<String> wrong(String from, String to) {
        if (from.equals(to)) {
            return Optional.empty();
        }
        int fromLevel = level(from);
        int toLevel = level(to);
        if (fromLevel < 0 || toLevel < 0) {
            var unknown = fromLevel < 0 ? from : to;
            return Optional.of(unknown + " stands in no layer; give it its place in ARCHITECTURE.md");
        }
        boolean down = fromLevel > toLevel;
        boolean left = fromLevel == toLevel
                && levels.get(fromLevel).indexOf(to) < levels.get(fromLevel).indexOf(from);
        return down || left
                ? Optional.empty()
                : Optional.of(from + " must not know " + to + ": arrows point down, or to the left within a layer; "
                        + "put what both need below them, or pass it in");
    }

    private int level(String name) {
        for (int i = 0; i < levels.size(); i++) {
            if (levels.get(i).contains(name)) {
                return i;
            }
        }
        return -1;
    }
}

package dev.longstop.verification.bugs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A classic fault as a patch against the program's sources.
 *
 * <p><i>Shape</i> of the file: a head in which lines begin with {@code Wrong:}, {@code Who:} and {@code Must fail:} and
 * may go on, indented, in the next; then a unified difference as Git writes it, with paths from the project's root.
 *
 * @param name the file's name without its ending
 * @param wrong what is wrong
 * @param who who makes this mistake, and why it looks right to them
 * @param mustFail what must notice it, by the words of the file
 * @param changes what it does to which file
 */
public record PlantedBug(String name, String wrong, String who, String mustFail, List<Change> changes) {

    private static final String ENDING = ".patch";

    public PlantedBug {
        changes = List.copyOf(changes);
        if (wrong.isEmpty() || who.isEmpty() || mustFail.isEmpty() || changes.isEmpty()) {
            throw new IllegalArgumentException("the head of " + name + ENDING
                    + " says \"Wrong:\", \"Who:\" and \"Must fail:\", and a unified difference follows it");
        }
    }

    /** All that lie in a folder, by name. */
    public static List<PlantedBug> in(Path folder) {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(ENDING))
                    .sorted()
                    .map(PlantedBug::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The one in a file. */
    public static PlantedBug read(Path file) {
        try {
            var lines = Files.readAllLines(file);
            int diff = 0;
            while (diff < lines.size() && !Change.begins(lines.get(diff))) {
                diff++;
            }
            var head = lines.subList(0, diff);
            return new PlantedBug(
                    String.valueOf(file.getFileName()).replace(ENDING, ""),
                    said(head, "Wrong:"),
                    said(head, "Who:"),
                    said(head, "Must fail:"),
                    Change.read(lines.subList(diff, lines.size())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String said(List<String> head, String field) {
        var words = new ArrayList<String>();
        boolean here = false;
        for (var line : head) {
            here = line.startsWith(field) || (here && line.startsWith(" "));
            if (here) {
                words.add(line.replaceFirst("^" + field, "").strip());
            }
        }
        return String.join(" ", words).strip();
    }

    /** The name, for lists of tests. */
    @Override
    public String toString() {
        return name;
    }
}

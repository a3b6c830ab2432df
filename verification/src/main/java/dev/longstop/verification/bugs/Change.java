package dev.longstop.verification.bugs;

import java.util.ArrayList;
import java.util.List;

/**
 * What a patch does to one file.
 *
 * @param path the file, from the project's root
 * @param hunks its parts, from the top of the file down
 */
public record Change(String path, List<Hunk> hunks) {

    public Change {
        hunks = List.copyOf(hunks);
    }

    static boolean begins(String line) {
        return line.startsWith("diff --git ") || line.startsWith("--- ");
    }

    /** The changes of a unified difference. */
    static List<Change> read(List<String> lines) {
        var changes = new ArrayList<Change>();
        String path = "";
        var hunks = new ArrayList<Hunk>();
        int at = 0;
        while (at < lines.size()) {
            var line = lines.get(at++);
            if (line.startsWith("+++ ")) {
                add(changes, path, hunks);
                path = line.substring("+++ ".length()).replaceFirst("^b/", "").strip();
            } else if (line.startsWith("@@ ")) {
                int begin = at;
                while (at < lines.size() && Hunk.goesOn(lines.get(at)) && !begins(lines.get(at))) {
                    at++;
                }
                hunks.add(Hunk.of(line, lines.subList(begin, at)));
            }
        }
        add(changes, path, hunks);
        return changes;
    }

    private static void add(List<Change> changes, String path, List<Hunk> hunks) {
        if (!hunks.isEmpty()) {
            changes.add(new Change(path, hunks));
            hunks.clear();
        }
    }

    /**
     * The file after it.
     *
     * @throws DoesNotApply where the file does not have the lines that the patch is about
     */
    String applied(String text) {
        var lines = new ArrayList<>(List.of(text.split("\n", -1)));
        int moved = 0;
        for (var hunk : hunks) {
            int at = hunk.place(lines, moved);
            if (at < 0) {
                throw new DoesNotApply(path, hunk);
            }
            for (int i = 0; i < hunk.before().size(); i++) {
                lines.remove(at);
            }
            lines.addAll(at, hunk.after());
            moved += hunk.after().size() - hunk.before().size();
        }
        return String.join("\n", lines);
    }

    /** The sources have moved away from under a patch. */
    public static final class DoesNotApply extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        DoesNotApply(String path, Hunk hunk) {
            super(path + " does not have these lines, or has them more than once:\n  "
                    + String.join("\n  ", hunk.before()));
        }
    }
}

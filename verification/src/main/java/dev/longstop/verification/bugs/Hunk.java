package dev.longstop.verification.bugs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Lines of a file that a patch replaces.
 *
 * @param line where they stood when the patch was made, from 0
 * @param before the lines as they are
 * @param after the lines as they become
 */
record Hunk(int line, List<String> before, List<String> after) {

    private static final Pattern HEADER = Pattern.compile("@@ -(\\d+)(,\\d+)? \\+\\d+(,\\d+)? @@.*");

    Hunk {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    static Hunk of(String header, List<String> lines) {
        var matcher = HEADER.matcher(header);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not the beginning of a hunk: " + header);
        }
        var before = new ArrayList<String>();
        var after = new ArrayList<String>();
        for (var line : lines) {
            var rest = line.isEmpty() ? line : line.substring(1);
            if (!line.startsWith("+")) {
                before.add(rest);
            }
            if (!line.startsWith("-")) {
                after.add(rest);
            }
        }
        return new Hunk(Integer.parseInt(matcher.group(1)) - 1, before, after);
    }

    static boolean goesOn(String line) {
        return line.isEmpty() || line.startsWith(" ") || line.startsWith("+") || line.startsWith("-");
    }

    /** Where the lines are: where they stood, or elsewhere if there is one such place; -1 where there is none. */
    int place(List<String> lines, int moved) {
        if (isAt(lines, line + moved)) {
            return line + moved;
        }
        int found = -1;
        for (int at = 0; at <= lines.size() - before.size(); at++) {
            if (isAt(lines, at)) {
                if (found >= 0) {
                    return -1;
                }
                found = at;
            }
        }
        return found;
    }

    private boolean isAt(List<String> lines, int at) {
        return at >= 0
                && at + before.size() <= lines.size()
                && lines.subList(at, at + before.size()).equals(before);
    }
}

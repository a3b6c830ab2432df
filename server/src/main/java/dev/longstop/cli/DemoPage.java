package dev.longstop.cli;

import dev.longstop.cli.Screen.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How the demo tells its story: at most 80 columns, the same words on a terminal and in a file.
 *
 * <p>A step is a title, what was asked of whom with the answer, and what that proves. <i>Threads</i>: one, and another
 * that silences it.
 */
final class DemoPage {

    private static final int ASKED = 26;
    private static final int WIDTH = 80;
    private static final String MARGIN = "   ";

    private final Screen screen;
    private int step;
    private volatile boolean silent;

    DemoPage(Screen screen) {
        this.screen = screen;
    }

    /** Says nothing more: the story is broken off. */
    void silence() {
        silent = true;
    }

    /** A step begins. */
    void title(String name, String what) {
        step++;
        line("");
        line(screen.styled(Style.BOLD, step + "  " + name) + "  " + what);
    }

    /** What was asked of whom, and the answer, which goes on below where it is long. */
    void fact(String asked, String answer) {
        var left = screen.styled(Style.DIM, padded(asked));
        for (var part : wrapped(Screen.safe(answer), WIDTH - MARGIN.length() - ASKED)) {
            line(MARGIN + left + part);
            left = padded("");
        }
    }

    private static String padded(String asked) {
        return String.format(Locale.ROOT, "%-" + ASKED + "s", asked);
    }

    /** A text in lines of so many characters; a longer word has a line of its own. */
    private static List<String> wrapped(String text, int width) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (var word : text.split(" ", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    /** What the facts above prove, or that they do not. */
    boolean proof(boolean held, String what) {
        var mark = held ? screen.styled(Style.GOOD, "held") : screen.styled(Style.BAD, "FAILED");
        line(MARGIN + mark + "  " + what);
        return held;
    }

    /** Any other line. */
    void line(String text) {
        if (!silent) {
            screen.line(text);
        }
    }

    /** A line that stands out. */
    void bold(String text) {
        line(screen.styled(Style.BOLD, text));
    }

    /** A number of things in words. */
    static String count(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }
}

package dev.longstop.cli;

import dev.longstop.config.Environment;
import java.io.Console;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import tools.jackson.databind.JsonNode;

/**
 * Where commands print: results to standard output, what went wrong to standard error.
 *
 * <p>Colours only on a terminal, and not where {@code NO_COLOR} is set or {@code TERM} is {@code dumb}. Everything that
 * is printed passes {@link #safe}, so that a stranger's words cannot steer the terminal.
 */
final class Screen {

    /** How words stand out. */
    enum Style {
        /** Headings. */
        BOLD("1"),
        /** What is less important. */
        DIM("2"),
        /** What went well. */
        GOOD("32"),
        /** What somebody should look at. */
        DOUBT("33"),
        /** What went wrong. */
        BAD("31");

        private final String code;

        Style(String code) {
            this.code = code;
        }
    }

    private final PrintStream out;
    private final PrintStream err;
    private final boolean colours;

    Screen(PrintStream out, PrintStream err, boolean colours) {
        this.out = out;
        this.err = err;
        this.colours = colours;
    }

    /** The process's own streams. */
    static Screen ofProcess(Environment environment) {
        boolean wanted = environment.get("NO_COLOR").filter(it -> !it.isEmpty()).isEmpty()
                && environment.get("TERM").filter(it -> !it.equals("dumb")).isPresent();
        return new Screen(System.out, System.err, wanted && onTerminal());
    }

    // From Java 22 on there is a console also where there is no terminal, and it can be asked.
    @SuppressWarnings("SystemConsoleNull")
    private static boolean onTerminal() {
        var console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException e) {
            return false;
        }
    }

    boolean colours() {
        return colours;
    }

    PrintStream out() {
        return out;
    }

    PrintStream err() {
        return err;
    }

    /** Prints a line of a result. */
    void line(String text) {
        out.println(text);
    }

    /** Prints a result for programs. */
    void json(JsonNode json) {
        out.println(json.toPrettyString());
    }

    /** Prints a remark that is no result. */
    void remark(String text) {
        err.println(text);
    }

    /** Prints what went wrong, in one line; gives the exit code for it. */
    int failed(String what) {
        err.println(styled(Style.BAD, "longstop:") + " " + safe(what));
        return Exit.FAILED;
    }

    /** The text in a style, where there are colours. */
    String styled(Style style, String text) {
        return colours ? "\u001b[" + style.code + "m" + text + "\u001b[0m" : text;
    }

    /** A stranger's words without line ends, control and direction characters, each replaced by {@code ?}. */
    static String safe(String text) {
        return cleaned(text, false);
    }

    /** A stranger's words with their line ends and tabs, without other control and direction characters. */
    static String safeBlock(String text) {
        return cleaned(text.replace("\r\n", "\n"), true);
    }

    private static String cleaned(String text, boolean lines) {
        return text.codePoints()
                .map(c -> isHarmless(c) || (lines && (c == '\n' || c == '\t')) ? c : '?')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isHarmless(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}

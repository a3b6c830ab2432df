package dev.longstop.config;

/** What a message may show of words from the file: short, on one line, without control characters. */
final class Shown {

    private static final int TEXT_MAX = 60;
    private static final int SENTENCE_MAX = 300;

    private Shown() {}

    /** The text, made fit for one line. */
    static String text(String text) {
        return cut(text, TEXT_MAX);
    }

    /** What an exception says, made fit for one line. */
    static String sentence(Exception e) {
        return cut(String.valueOf(e.getMessage()), SENTENCE_MAX);
    }

    private static String cut(String text, int max) {
        var cut = text.codePointCount(0, text.length()) > max
                ? text.substring(0, text.offsetByCodePoints(0, max)) + "..."
                : text;
        return cut.codePoints()
                .map(c -> printable(c) ? c : '?')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** The text in quotation marks. */
    static String quoted(String text) {
        return '"' + text(text) + '"';
    }

    /** A key as part of a dotted name: as it is, or in quotation marks where it would not be readable. */
    static String key(String key) {
        return key.matches("[A-Za-z0-9_$.@/-]{1,60}") ? key : quoted(key);
    }

    private static boolean printable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}

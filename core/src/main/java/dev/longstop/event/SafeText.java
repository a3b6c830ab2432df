package dev.longstop.event;

/** Makes strangers' words fit for text columns, logs and terminals. */
public final class SafeText {

    private static final char REPLACEMENT = '\uFFFD';

    private SafeText() {}

    /**
     * The text without NUL and unpaired surrogates, each replaced by U+FFFD: what every text column can hold (F7, F8).
     */
    public static String of(String text) {
        int bad = firstBad(text);
        if (bad < 0) {
            return text;
        }
        var safe = new StringBuilder(text.length()).append(text, 0, bad);
        for (int i = bad; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                safe.append(c).append(text.charAt(++i));
            } else {
                safe.append(c == 0 || Character.isSurrogate(c) ? REPLACEMENT : c);
            }
        }
        return safe.toString();
    }

    /** The safe text, cut to at most {@code max} characters. */
    public static String of(String text, int max) {
        return of(text.length() <= max ? text : text.substring(0, max));
    }

    private static int firstBad(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return i;
            }
            if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }
}

package dev.longstop.queue;

import java.util.Locale;

/** Whether a run starts its agent. */
public enum RunMode {
    /** It does. */
    LIVE,
    /** It is recorded only, to see what a rule would start. */
    SHADOW;

    /** The word in tables and configuration. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The mode of a word. */
    public static RunMode of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}

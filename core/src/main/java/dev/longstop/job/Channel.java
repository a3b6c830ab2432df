package dev.longstop.job;

import java.util.Locale;

/** Who says what was seen of a job. */
public enum Channel {
    /** The platform sent it. */
    PUSH,
    /** We asked for it. */
    PULL,
    /** The answer to the launch. */
    LAUNCH,
    /** A person said so. */
    OPERATOR;

    /** Whether it wins where no sequence decides: it was asked for now, it was not under way since then. */
    boolean decides() {
        return this == PULL || this == OPERATOR;
    }

    /** The word in tables and metrics. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The channel of a word. */
    public static Channel of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}

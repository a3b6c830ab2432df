package dev.longstop.job;

import java.util.Locale;

/** Whose job it is. */
public enum Ownership {
    /** Followed like one of ours: registered, or seen on a platform where every job is tracked. */
    TRACKED,
    /** It carries our key. */
    PLANTED,
    /** Seen where ours carry our key; one fetch will look for it. */
    ORPHAN,
    /** It does not carry our key: kept, not polled, no alerts, no effects. */
    FOREIGN;

    /** Whether it has alerts and effects. */
    public boolean ours() {
        return this == TRACKED || this == PLANTED;
    }

    /** The word in tables. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The ownership of a word. */
    public static Ownership of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}

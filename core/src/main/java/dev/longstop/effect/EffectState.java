package dev.longstop.effect;

import java.util.Locale;

/** Where an effect stands. */
public enum EffectState {
    /** Due at a time. */
    PENDING,
    /** An attempt is in progress under a lease. */
    RUNNING,
    /** It happened, and its target said so. */
    DONE,
    /** It did not happen, and will not be tried again without a person. */
    DEAD,
    /** It may have happened; a person decides. */
    UNCERTAIN,
    /** A person ended it before it happened. */
    CANCELLED;

    /** Whether nothing happens any more without a person. */
    public boolean over() {
        return this != PENDING && this != RUNNING;
    }

    /** The word in tables, metrics and commands. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The state of a word. */
    public static EffectState of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}

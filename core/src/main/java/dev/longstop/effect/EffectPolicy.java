package dev.longstop.effect;

import java.util.Locale;

/** What is worse: twice, or perhaps not at all. */
public enum EffectPolicy {
    /** Tried until it is answered, always with the same key: for targets that honour it. */
    AT_LEAST_ONCE,
    /** An attempt that was sent and not answered is uncertain, in front of a person. */
    AT_MOST_ONCE;

    /** The word in tables and configuration. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The policy of a word. */
    public static EffectPolicy of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}

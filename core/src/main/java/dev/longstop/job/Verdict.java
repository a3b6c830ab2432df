package dev.longstop.job;

import java.util.Locale;

/** What the merge made of an observation: adopted, or why not. */
public enum Verdict {
    /** It is what stands now. */
    ADOPTED,
    /** It opened a new generation. */
    OPENED,
    /** It says what stands already; what was missing was filled in. */
    FILLED_IN,
    /** It only says "look now". */
    NUDGE,
    /** What stands has a higher rank. */
    LOWER_RANK,
    /** What stands has a newer sequence. */
    OLDER,
    /** No sequence decides, and what was asked for goes before what was sent. */
    WEAKER,
    /** It speaks of a generation that is over. */
    STALE_GENERATION,
    /** It names another outcome than the one that stands. */
    CONTRADICTION;

    /** The word in tables. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

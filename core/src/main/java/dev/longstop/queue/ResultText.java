package dev.longstop.queue;

import dev.longstop.event.SafeText;

/**
 * What an agent left, fit for a text column.
 *
 * @param text safe text: the end of what was left
 * @param cut whether something before it is missing
 */
public record ResultText(String text, boolean cut) {

    /** The most characters of a result that are kept. */
    public static final int CHARS_MAX = 65_536;

    /** The end of some text, made safe (F6 to F8). */
    public static ResultText of(String text, boolean alreadyCut) {
        boolean tooLong = text.length() > CHARS_MAX;
        var kept = tooLong ? text.substring(text.length() - CHARS_MAX) : text;
        return new ResultText(SafeText.of(kept), alreadyCut || tooLong);
    }
}

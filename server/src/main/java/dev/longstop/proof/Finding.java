package dev.longstop.proof;

import java.util.List;

/**
 * What was found out about one promise.
 *
 * @param tried what was done and counted, a sentence each
 * @param wrong what did not hold, a sentence each, with what to do where that is known; empty if it held
 * @param tookMs how long it was tried, in milliseconds
 */
public record Finding(Promise promise, Verdict verdict, List<String> tried, List<String> wrong, long tookMs) {

    public Finding {
        tried = List.copyOf(tried);
        wrong = List.copyOf(wrong);
    }

    /** Held if nothing is wrong, else broken. */
    static Finding of(Promise promise, List<String> tried, List<String> wrong, long tookMs) {
        return new Finding(promise, wrong.isEmpty() ? Verdict.HELD : Verdict.BROKEN, tried, wrong, tookMs);
    }

    /** Nothing was tried. */
    public static Finding notTried(Promise promise, String why) {
        return new Finding(promise, Verdict.NOT_TRIED, List.of(), List.of(why), 0);
    }
}

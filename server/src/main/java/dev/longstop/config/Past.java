package dev.longstop.config;

import java.util.Optional;

/** A time in the past as people say it: how long ago, a date, or an instant. */
public final class Past {

    /** What is understood. */
    public static final String SHAPE =
            "how long ago (30m, 2h, 7d), a date (2026-12-31, UTC) or an instant (2026-12-31T18:00:00Z)";

    private Past() {}

    /** From when on: a date begins with its day. In epoch milliseconds; empty where the text is no time. */
    public static Optional<Long> since(String text, long nowMs) {
        return ago(text, nowMs).or(() -> Quantities.start(text));
    }

    /** Until when: a date is there to its end. In epoch milliseconds; empty where the text is no time. */
    public static Optional<Long> until(String text, long nowMs) {
        return ago(text, nowMs).or(() -> Quantities.instant(text));
    }

    private static Optional<Long> ago(String text, long nowMs) {
        return Quantities.duration(text).map(ms -> nowMs - ms);
    }
}

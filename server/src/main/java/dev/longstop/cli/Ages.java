package dev.longstop.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Instants and durations as people read them. */
final class Ages {

    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private Ages() {}

    /** The largest unit that fits at least twice or exactly: {@code 90s}, {@code 10m}, {@code 36h}, {@code 3d}. */
    static String duration(long ms) {
        if (ms < SECOND) {
            return ms + "ms";
        }
        if (ms < 2 * MINUTE && ms % MINUTE != 0) {
            return ms / SECOND + "s";
        }
        if (ms < 2 * HOUR && ms % HOUR != 0) {
            return ms / MINUTE + "m";
        }
        return ms < 2 * DAY && ms % DAY != 0 ? ms / HOUR + "h" : ms / DAY + "d";
    }

    /** An instant of the API, as RFC 3339 writes it. */
    static Optional<Instant> instant(JsonNode value) {
        try {
            return value.isString() ? Optional.of(Instant.parse(value.stringValue())) : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /**
     * How long ago an instant was: {@code 5m}; {@code in 5m} where it is yet to come, {@code -} where there is none.
     */
    static String age(JsonNode value, long nowMs) {
        return instant(value)
                .map(at -> {
                    long ms = nowMs - at.toEpochMilli();
                    return ms < 0 ? "in " + duration(-ms) : duration(ms);
                })
                .orElse("-");
    }

    /** An instant with its age: {@code 2026-01-01T00:00:00Z (5m ago)}. */
    static String full(JsonNode value, long nowMs) {
        return instant(value)
                .map(at -> at.truncatedTo(ChronoUnit.MILLIS) + " ("
                        + (at.toEpochMilli() > nowMs ? age(value, nowMs) : age(value, nowMs) + " ago") + ")")
                .orElse("-");
    }
}

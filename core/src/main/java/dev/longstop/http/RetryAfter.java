package dev.longstop.http;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Reads {@code Retry-After}. <i>Source</i>: RFC 9110 section 10.2.3. */
public final class RetryAfter {

    /** No wait that is asked for counts as longer than a day. */
    public static final long WAIT_MAX_MS = 86_400_000;

    private RetryAfter() {}

    /** The wait from {@code wallMs} on, 0 to {@link #WAIT_MAX_MS} milliseconds; empty if the value is not one. */
    public static Optional<Long> parse(String value, long wallMs) {
        if (!value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.of(value.length() > 9 ? WAIT_MAX_MS : Math.min(Long.parseLong(value) * 1000, WAIT_MAX_MS));
        }
        try {
            var at = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            long wait = at.toEpochMilli() - Instant.ofEpochMilli(wallMs).toEpochMilli();
            return Optional.of(Math.max(0, Math.min(wait, WAIT_MAX_MS)));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}

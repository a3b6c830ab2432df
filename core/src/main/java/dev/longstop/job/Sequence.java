package dev.longstop.job;

import dev.longstop.event.SafeText;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * What orders observations of a job where the platform gives something to derive it from: a time of change, a counter.
 *
 * <p>No platform numbers its states; a sequence is derived, typed, optional, and no proof of anything but order within
 * its kind.
 *
 * @param kind what it was derived from; only sequences of one kind compare
 * @param value a number, an ISO 8601 instant, or text that grows; safe text, cut at 255 characters
 */
public record Sequence(String kind, String value) {

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,30}(\\.\\d{1,30})?");

    private static final int CHARS_MAX = 255;

    public Sequence {
        kind = SafeText.of(kind, CHARS_MAX);
        value = SafeText.of(value, CHARS_MAX);
    }

    /** Negative, zero or positive as this is older, the same or newer; empty if the two do not compare. */
    public OptionalInt compare(Sequence other) {
        if (!kind.equals(other.kind)) {
            return OptionalInt.empty();
        }
        boolean number = NUMBER.matcher(value).matches();
        if (number != NUMBER.matcher(other.value).matches()) {
            return OptionalInt.empty();
        }
        if (number) {
            return OptionalInt.of(new BigDecimal(value).compareTo(new BigDecimal(other.value)));
        }
        var mine = instant(value);
        var its = instant(other.value);
        if (mine.isPresent() != its.isPresent()) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(
                mine.isPresent() ? mine.get().compareTo(its.orElseThrow()) : value.compareTo(other.value));
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException noInstant) {
            return Optional.empty();
        }
    }
}

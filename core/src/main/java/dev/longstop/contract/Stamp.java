package dev.longstop.contract;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * The time that a sender signs.
 *
 * @param from where it stands; empty: it is an item of the signature's own header
 * @param unit how it is written
 * @param toleranceMs how old it may be; empty: it is not compared with the clock
 * @param futureMs how far ahead of our clock it may be
 */
public record Stamp(Optional<Locator> from, Unit unit, Optional<Long> toleranceMs, long futureMs) {

    /**
     * How an instant is written. Numbers have an exact width: where a sender joins time and body without a separator, a
     * digit could move from one into the other.
     */
    public enum Unit {
        /** Ten digits: seconds since 1970. */
        S {
            @Override
            public OptionalLong read(String text) {
                return digits(text, 10, 1_000);
            }

            @Override
            public String write(long epochMs) {
                return String.valueOf(epochMs / 1_000);
            }
        },
        /** Thirteen digits: milliseconds since 1970. */
        MS {
            @Override
            public OptionalLong read(String text) {
                return digits(text, 13, 1);
            }

            @Override
            public String write(long epochMs) {
                return String.valueOf(epochMs);
            }
        },
        /** RFC 3339, with up to nine decimals. */
        RFC3339 {
            @Override
            public OptionalLong read(String text) {
                if (text.length() > 40 || !RFC_3339.matcher(text).matches()) {
                    return OptionalLong.empty();
                }
                try {
                    return OptionalLong.of(
                            OffsetDateTime.parse(text).toInstant().toEpochMilli());
                } catch (DateTimeException noSuchDay) {
                    return OptionalLong.empty();
                }
            }

            @Override
            public String write(long epochMs) {
                return Instant.ofEpochMilli(epochMs).toString();
            }
        };

        private static final Pattern RFC_3339 = Pattern.compile(
                "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})");

        /** The instant that a text stands for, in epoch milliseconds; empty if it is not written so. */
        public abstract OptionalLong read(String text);

        /** The text of an instant. */
        public abstract String write(long epochMs);

        private static OptionalLong digits(String text, int width, long factor) {
            if (text.length() != width) {
                return OptionalLong.empty();
            }
            long number = 0;
            for (int i = 0; i < width; i++) {
                char c = text.charAt(i);
                if (c < '0' || c > '9') {
                    return OptionalLong.empty();
                }
                number = number * 10 + (c - '0');
            }
            return OptionalLong.of(number * factor);
        }
    }

    /** Whether it stands in the body. */
    public boolean inBody() {
        return from.map(Locator::readsBody).orElse(false);
    }
}

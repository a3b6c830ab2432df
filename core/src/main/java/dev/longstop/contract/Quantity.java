package dev.longstop.contract;

import java.util.Map;
import java.util.OptionalLong;

/** Amounts as people write them: {@code 25MiB}, {@code 72h}. */
public final class Quantity {

    private static final Map<String, Long> BYTES =
            Map.of("B", 1L, "KB", 1_000L, "KiB", 1_024L, "MB", 1_000_000L, "MiB", 1_048_576L);

    private static final Map<String, Long> MILLISECONDS =
            Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

    private Quantity() {}

    /** Bytes: a whole number and {@code B KB KiB MB MiB}, or the number alone. Empty if the text is not that. */
    public static OptionalLong bytes(String text) {
        return parse(text, BYTES);
    }

    /** Milliseconds: a whole number and {@code ms s m h d}. Empty if the text is not that. */
    public static OptionalLong milliseconds(String text) {
        return text.isEmpty() || Character.isDigit(text.charAt(text.length() - 1))
                ? OptionalLong.empty()
                : parse(text, MILLISECONDS);
    }

    private static OptionalLong parse(String text, Map<String, Long> units) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        if (digits == 0 || digits > 9) {
            return OptionalLong.empty();
        }
        var unit = text.substring(digits).strip();
        var factor = unit.isEmpty() ? Long.valueOf(1) : units.get(unit);
        return factor == null
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(text.substring(0, digits)) * factor);
    }
}

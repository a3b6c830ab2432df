package dev.longstop.config;

import dev.longstop.queue.Limit;
import dev.longstop.queue.Limit.Scope;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads durations, sizes, ranges, rates, dates and addresses; empty where the text is none. */
final class Quantities {

    static final String DURATION = "a duration such as 500ms, 30s, 10m, 2h or 7d";
    static final String DURATIONS = "a range of durations such as 5s..1h";
    static final String SIZE = "a size such as 64KiB or 1MiB";
    static final String RATE = "a rate such as 200/d, 20/h per lane or 100/h per source";
    static final String INSTANT =
            "a date such as 2026-12-31 (through that day, UTC) or an instant such as 2026-12-31T18:00:00Z";
    static final String ADDRESS = "host:port such as 127.0.0.1:8080 or [::1]:8080";

    private static final Pattern AMOUNT = Pattern.compile("([0-9]{1,12})(ms|s|m|h|d)");
    private static final Pattern BYTES = Pattern.compile("([0-9]{1,12})(B|KB|KiB|MB|MiB)");
    private static final Pattern TIMES = Pattern.compile("([0-9]{1,9})/([smhd])(?: per (lane|source))?");
    private static final Pattern HOST_PORT =
            Pattern.compile("(\\[[0-9A-Fa-f:.%]{2,60}]|[A-Za-z0-9.-]{1,253}):([0-9]{1,5})");
    private static final int PORT_MAX = 65_535;

    private Quantities() {}

    /** Two durations, the first no longer than the second. */
    record Range(long fromMs, long toMs) {}

    /** A duration in milliseconds. */
    static Optional<Long> duration(String text) {
        var amount = AMOUNT.matcher(text);
        return amount.matches()
                ? Optional.of(Long.parseLong(amount.group(1)) * unitMs(amount.group(2)))
                : Optional.empty();
    }

    /** {@code 5s..1h}, or one duration for both. */
    static Optional<Range> durations(String text) {
        int dots = text.indexOf("..");
        var from = duration(dots < 0 ? text : text.substring(0, dots));
        var to = dots < 0 ? from : duration(text.substring(dots + 2));
        return from.isPresent() && to.isPresent() && from.get() <= to.get()
                ? Optional.of(new Range(from.get(), to.get()))
                : Optional.empty();
    }

    /** A size in bytes. */
    static Optional<Long> size(String text) {
        var bytes = BYTES.matcher(text);
        return bytes.matches()
                ? Optional.of(Long.parseLong(bytes.group(1))
                        * switch (bytes.group(2)) {
                            case "KB" -> 1_000;
                            case "KiB" -> 1_024;
                            case "MB" -> 1_000_000;
                            case "MiB" -> 1_048_576;
                            default -> 1;
                        })
                : Optional.empty();
    }

    /** {@code 20/h}, {@code 20/h per lane}. */
    static Optional<Limit> rate(String text) {
        var times = TIMES.matcher(text.strip().replaceAll(" +", " "));
        if (!times.matches() || Integer.parseInt(times.group(1)) == 0) {
            return Optional.empty();
        }
        var scope = times.group(3) == null
                ? Scope.AGENT
                : Scope.valueOf(times.group(3).toUpperCase(Locale.ROOT));
        return Optional.of(new Limit(Integer.parseInt(times.group(1)), unitMs(times.group(2)), scope));
    }

    /** The end of a day in UTC, or an instant, in epoch milliseconds. */
    static Optional<Long> instant(String text) {
        try {
            return Optional.of(
                    text.length() == "2026-12-31".length()
                            ? LocalDate.parse(text)
                                    .plusDays(1)
                                    .atStartOfDay(ZoneOffset.UTC)
                                    .toInstant()
                                    .toEpochMilli()
                            : Instant.parse(text).toEpochMilli());
        } catch (DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** {@code host:port}; port 0 is any free one. */
    static Optional<Listen> address(String text) {
        var parts = HOST_PORT.matcher(text);
        if (!parts.matches() || Integer.parseInt(parts.group(2)) > PORT_MAX) {
            return Optional.empty();
        }
        var host = parts.group(1).replaceAll("[\\[\\]]", "");
        return Optional.of(new Listen(host, Integer.parseInt(parts.group(2))));
    }

    private static long unitMs(String unit) {
        return switch (unit) {
            case "ms" -> 1;
            case "s" -> 1_000;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            default -> 86_400_000;
        };
    }

    /** A duration as people write it: the largest unit that divides it. */
    static String shown(long ms) {
        for (var unit : new String[] {"d", "h", "m", "s"}) {
            if (ms > 0 && ms % unitMs(unit) == 0) {
                return ms / unitMs(unit) + unit;
            }
        }
        return ms == 0 ? "0s" : ms + "ms";
    }
}

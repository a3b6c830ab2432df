package dev.longstop.job;

import dev.longstop.store.Reads;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.IsoFields;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How many jobs of a week were not known to be over within their time (R18).
 *
 * @param week the ISO week in UTC, such as {@code 2026-W48}
 * @param breaches how many, by platform; platforms without any are left out
 */
public record SlaWeek(String week, Map<String, Long> breaches) {

    /** Weeks that a report goes back, with the one that is not over. */
    public static final int WEEKS = 8;

    private static final long WEEK_MS = 604_800_000;
    private static final int BREACHES_MAX = 100_000;

    private static final String BREACHES = """
            -- job: which jobs were late, and when
            select platform, sla_breached_at from job
            where sla_breached_at is not null and sla_breached_at >= :since_ms
            order by sla_breached_at desc
            limit :max
            """;

    private record Breach(String platform, long atMs) {}

    /** The last weeks, the newest first, also those in which nothing was late; at most 100,000 breaches are counted. */
    public static List<SlaWeek> last(Reads store) {
        return store.read(tx -> {
            var weeks = new TreeMap<String, Map<String, Long>>();
            for (int back = 0; back < WEEKS; back++) {
                weeks.put(weekOf(tx.nowMs() - back * WEEK_MS), Map.of());
            }
            var since = monday(tx.nowMs() - (WEEKS - 1) * WEEK_MS);
            tx
                    .query(
                            BREACHES,
                            Map.of("since_ms", since, "max", BREACHES_MAX),
                            row -> new Breach(row.getString(1), row.getLong(2)))
                    .stream()
                    .collect(Collectors.groupingBy(
                            breach -> weekOf(breach.atMs),
                            Collectors.groupingBy(Breach::platform, TreeMap::new, Collectors.counting())))
                    .forEach(weeks::put);
            return weeks.descendingMap().entrySet().stream()
                    .map(week -> new SlaWeek(week.getKey(), week.getValue()))
                    .toList();
        });
    }

    private static String weekOf(long ms) {
        var day = day(ms);
        return "%d-W%02d".formatted(day.get(IsoFields.WEEK_BASED_YEAR), day.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
    }

    private static long monday(long ms) {
        var day = day(ms);
        return day.minusDays(day.getDayOfWeek().getValue() - 1L)
                .atStartOfDay(ZoneOffset.UTC)
                .toInstant()
                .toEpochMilli();
    }

    private static LocalDate day(long ms) {
        return Instant.ofEpochMilli(ms).atOffset(ZoneOffset.UTC).toLocalDate();
    }
}

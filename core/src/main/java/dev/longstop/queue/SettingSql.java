package dev.longstop.queue;

import dev.longstop.store.Bulk;

/** The statements on {@code setting}: durable pauses, the gauges of limits, plans. Each has its plan test. */
final class SettingSql {

    /** The first part of a pause's name, and the first name after all of them. */
    static final String PAUSE = "pause:";

    static final String PAUSE_END = "pause;";

    /** The first part of a gauge's name, and the first name after all of them. */
    static final String GAUGE = "limit:";

    static final String GAUGE_END = "limit;";

    /** The first part of a replay's plan's name, and the first name after all of them. */
    static final String REPLAY = "replay:";

    static final String REPLAY_END = "replay;";

    static final Bulk READ = Bulk.of("wanted text", """
            -- queue: some settings
            select s.name, s.value from <rows> as v join setting as s on s.name = v.wanted
            """);

    static final Bulk KEEP = Bulk.of("kept_name text, kept text, now_ms bigint, who text", """
            -- queue: keep settings
            insert into setting (name, value, changed_at, changed_by)
            select v.kept_name, v.kept, v.now_ms, v.who from <rows> as v where true
            on conflict (name) do update set
                value = excluded.value,
                changed_at = excluded.changed_at,
                changed_by = excluded.changed_by
            """);

    static final String RANGE = """
            -- queue: settings from a name on
            select name, value from setting
            where name > :after and name < :end
            order by name
            limit :max
            """;

    static final String FORGET = """
            -- queue: forget a setting
            delete from setting where name = :name
            """;

    /**
     * Waits until no other transaction governs what is named. PostgreSQL only: two that do not see each other would
     * both find room.
     */
    static final Bulk LOCK = Bulk.of("name text", """
            -- queue: lock what is governed
            select v.name, pg_advisory_xact_lock(hashtextextended(v.name, 2)) from <rows> as v
            """);

    private SettingSql() {}
}

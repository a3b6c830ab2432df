package dev.longstop.alarm;

import dev.longstop.event.EventId;
import dev.longstop.store.Batch;
import dev.longstop.store.Bulk;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import dev.longstop.telemetry.Alarm;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.json.JsonMapper;

/** The book of alarms in the store. */
public final class StoredAlarms implements AlarmBook {

    private static final int WAITING_MAX = 1_000;
    private static final long DAY_MS = 86_400_000;

    /** The first part of an alarm's name among the settings, and the first name after all of them. */
    private static final String PREFIX = "alarm:";

    private static final String PREFIX_END = "alarm;";

    private static final Bulk NOTE = Bulk.of("alarm_name text, alarm text, now_ms bigint", """
            -- alarm: write alarms down that are news
            insert into setting (name, value, changed_at, changed_by)
            select v.alarm_name, v.alarm, v.now_ms, 'waiting' from <rows> as v where true
            on conflict (name) do update set
                value = excluded.value,
                changed_at = excluded.changed_at,
                changed_by = 'waiting'
            where setting.changed_at <= excluded.changed_at - 86400000
            returning setting.name
            """);

    private static final String TOLD = """
            -- alarm: an alarm was told
            update setting set changed_by = 'told' where name = :name
            """;

    private static final String WAITING = """
            -- alarm: what is still to be told
            select value from setting
            where name > :after and name < :end and changed_by = 'waiting'
            order by changed_at, name
            limit :max
            """;

    private static final String FORGET = """
            -- alarm: forget what may be told again
            delete from setting
            where name > :after and name < :end and changed_by = 'told' and changed_at <= :before
            """;

    private static final Batch<Alarm, Boolean> NOTES = new Batch<>() {
        @Override
        public String name() {
            return "note-alarms";
        }

        @Override
        public List<Boolean> apply(Tx tx, List<Alarm> alarms) {
            tx.update(FORGET, Map.of("after", PREFIX, "end", PREFIX_END, "before", tx.nowMs() - DAY_MS));
            var names = new HashSet<String>();
            var rows = new ArrayList<Object[]>();
            var firsts = new ArrayList<Boolean>();
            for (var alarm : alarms) {
                boolean first = names.add(nameOf(alarm));
                firsts.add(first);
                if (first) {
                    rows.add(new Object[] {nameOf(alarm), JsonMapper.shared().writeValueAsString(alarm), tx.nowMs()});
                }
            }
            var news = new HashSet<>(tx.write(NOTE, rows, row -> row.getString(1)));
            var answers = new ArrayList<Boolean>();
            for (int i = 0; i < alarms.size(); i++) {
                answers.add(firsts.get(i) && news.contains(nameOf(alarms.get(i))));
            }
            return answers;
        }
    };

    private static final Batch<Alarm, Boolean> TELLS = new Batch<>() {
        @Override
        public String name() {
            return "tell-alarms";
        }

        @Override
        public List<Boolean> apply(Tx tx, List<Alarm> alarms) {
            return alarms.stream()
                    .map(alarm -> tx.update(TOLD, Map.of("name", nameOf(alarm))) == 1)
                    .toList();
        }
    };

    private final Store store;

    public StoredAlarms(Store store) {
        this.store = store;
    }

    @Override
    public CompletionStage<Boolean> note(Alarm alarm) {
        return store.submit(NOTES, alarm);
    }

    @Override
    public CompletionStage<Boolean> told(Alarm alarm) {
        return store.submit(TELLS, alarm);
    }

    @Override
    public List<Alarm> waiting() {
        var range = Map.<String, Object>of("after", PREFIX, "end", PREFIX_END, "max", WAITING_MAX);
        return store.read(tx ->
                tx.query(WAITING, range, row -> JsonMapper.shared().readValue(row.getString(1), Alarm.class)));
    }

    private static String nameOf(Alarm alarm) {
        var key = (alarm.kind() + "\0" + alarm.subject()).getBytes(StandardCharsets.UTF_8);
        return PREFIX + HexFormat.of().formatHex(EventId.sha256(key));
    }
}

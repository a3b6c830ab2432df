package dev.longstop.job;

import dev.longstop.event.SafeText;
import dev.longstop.queue.ResultText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** How a job stands in its row. */
final class JobRow {

    private static final int WORD_CHARS_MAX = 255;
    private static final int RAW_CHARS_MAX = 8_192;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final TypeReference<List<String>> WORDS = new TypeReference<>() {};

    private JobRow() {}

    /** The job of a row of {@link JobSql#newest}. */
    static Job read(ResultSet row) throws SQLException {
        return new Job(
                row.getLong(1),
                new JobKey(row.getString(2), row.getString(3)),
                row.getInt(4),
                epoch(row.getString(5), number(row, 6)),
                row.getLong(7),
                new Custody(
                        Ownership.of(row.getString(8)),
                        Optional.ofNullable(row.getString(9)),
                        row.getString(10),
                        row.getLong(29)),
                standing(row),
                new Tally(row.getInt(21), row.getInt(22), number(row, 23), number(row, 24)),
                new Agenda(number(row, 27), number(row, 30), number(row, 31), number(row, 32), number(row, 33)),
                row.getInt(25) == 1,
                number(row, 26),
                row.getLong(28));
    }

    private static Standing standing(ResultSet row) throws SQLException {
        var seq = Optional.ofNullable(row.getString(12));
        var kind = Optional.ofNullable(row.getString(13));
        return new Standing(
                JobState.of(row.getString(11)),
                seq.map(value -> new Sequence(kind.orElse(""), value)),
                Optional.ofNullable(row.getString(14)).map(Channel::of),
                row.getString(15),
                Set.copyOf(JSON.readValue(row.getString(16), WORDS)),
                Optional.ofNullable(row.getString(17)),
                number(row, 18),
                Optional.ofNullable(row.getString(19)),
                number(row, 20));
    }

    static Optional<Epoch> epoch(@Nullable String key, Optional<Long> order) {
        return Optional.ofNullable(key).map(name -> new Epoch(name, order));
    }

    static Optional<Long> number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(value);
    }

    /** The values of a job in the order of the columns of {@link JobSql}. */
    static Object[] values(Job job) {
        var standing = job.standing();
        var tally = job.tally();
        return new Object[] {
            job.id(),
            job.version(),
            job.key().platform(),
            job.key().jobId(),
            job.generation(),
            job.epoch().map(Epoch::key).orElse(null),
            job.epoch().flatMap(Epoch::order).orElse(null),
            job.openedAtMs(),
            job.ownership().word(),
            job.agent().orElse(null),
            SafeText.of(job.custody().askWith()),
            standing.state().word(),
            standing.sequence().map(Sequence::value).orElse(null),
            standing.sequence().map(Sequence::kind).orElse(null),
            standing.decidedBy().map(Channel::word).orElse(null),
            SafeText.of(standing.raw(), RAW_CHARS_MAX),
            JSON.writeValueAsString(new TreeSet<>(standing.flags())),
            standing.attention().map(JobRow::word).orElse(null),
            standing.finishedAtMs().orElse(null),
            standing.result().map(text -> ResultText.of(text, false).text()).orElse(null),
            standing.lostSinceMs().orElse(null),
            tally.observations(),
            tally.contradictions(),
            tally.firstPushAtMs().orElse(null),
            tally.outcomePushAtMs().orElse(null),
            job.superseded() ? 1 : 0,
            job.endedAtMs().orElse(null),
            job.nextAskAtMs().orElse(null),
            job.custody().startedAtMs(),
            job.agenda().nudgedAtMs().orElse(null),
            job.agenda().rescueDueAtMs().orElse(null),
            job.agenda().slaAtMs().orElse(null),
            job.agenda().slaBreachedAtMs().orElse(null)
        };
    }

    /** The values of an observation that is kept with a job. */
    static Object[] observation(Observation observation, Merged merged, long nowMs) {
        var seen = observation.seen();
        var sequence = seen.flatMap(Seen::sequence);
        return new Object[] {
            merged.job().id(),
            merged.job().tally().observations(),
            observation.channel().word(),
            nowMs,
            observation.readStartedAtMs(),
            observation.eventSeq().orElse(null),
            seen.map(what -> what.state().word()).orElse(null),
            sequence.map(Sequence::value).orElse(null),
            sequence.map(Sequence::kind).orElse(null),
            observation.epoch().map(Epoch::key).orElse(null),
            SafeText.of(seen.map(Seen::raw).orElse("{}"), RAW_CHARS_MAX),
            merged.verdict().word()
        };
    }

    private static String word(String text) {
        return SafeText.of(text, WORD_CHARS_MAX);
    }
}

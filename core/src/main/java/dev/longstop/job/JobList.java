package dev.longstop.job;

import dev.longstop.store.Page;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The jobs, for people: newest first. An intent whose job has no id yet is none; its run tells of it.
 *
 * <p><i>Bounds</i>: a page looks at no more than {@link Page#WINDOW} rows. <i>Threads</i>: safe; blocks.
 */
public final class JobList {

    private static final int OBSERVATIONS_MAX = 100;

    /**
     * Which jobs to list.
     *
     * @param platform of this platform only
     * @param state in this state only
     * @param before older than this row: the {@code before} of the page before
     * @param limit the most to give, 1 to {@link Page#LIMIT_MAX}
     */
    public record Filter(Optional<String> platform, Optional<JobState> state, Optional<Long> before, int limit) {

        public Filter {
            if (limit < 1 || limit > Page.LIMIT_MAX) {
                throw new IllegalArgumentException("a page has 1 to " + Page.LIMIT_MAX + " jobs");
            }
        }

        private boolean narrow() {
            return platform.isPresent() || state.isPresent();
        }
    }

    private static final String RECENT = """
            -- job: the newest jobs
            select j.id
            from job as j
            where j.id < :before and j.job_id is not null
            order by j.id desc
            """;

    private static final String LIST = """
            -- job: list jobs
            select %s
            from (%slimit :window) as w
            join job as j on j.id = w.id and j.id < :before
            where (:platform = '' or j.platform = :platform)
                and (:state = '' or j.state = :state)
            order by j.id desc
            limit :limit
            """.formatted(JobSummary.COLUMNS, RECENT);

    /** The last job that a full window holds. */
    private static final String REACH = RECENT + "limit 1 offset " + (Page.WINDOW - 1);

    private static final String DETAIL = """
            -- job: show a job
            select %s, j.raw, j.flags, j.attention, j.finished_at, j.result, j.contradictions, j.lost_since,
                j.ask_with, j.cancel_requested_at
            from job as j
            where j.id = :id
            """.formatted(JobSummary.COLUMNS);

    private static final String NEWEST = """
            -- job: the newest generation of a job
            select j.id
            from job as j
            where j.platform = :platform and j.job_id = :job_id
            order by j.generation desc
            limit 1
            """;

    private static final String OBSERVATIONS = """
            -- job: what was seen of a job
            select o.n, o.channel, o.observed_at, o.state, o.verdict, o.event_seq
            from observation as o
            where o.job_row = :id
            order by o.n desc
            limit :max
            """;

    private final Store store;

    public JobList(Store store) {
        this.store = store;
    }

    /** A page of jobs. */
    public Page<JobSummary> list(Filter filter) {
        return store.read(tx -> page(tx, filter));
    }

    /** A generation by its row; empty if there is none. */
    public Optional<JobDetail> show(long id) {
        return store.read(tx -> detail(tx, id));
    }

    /** The newest generation of a job; empty if it is not known. */
    public Optional<JobDetail> show(JobKey key) {
        return store.read(tx ->
                tx
                        .query(NEWEST, Map.of("platform", key.platform(), "job_id", key.jobId()), row -> row.getLong(1))
                        .stream()
                        .findFirst()
                        .flatMap(id -> detail(tx, id)));
    }

    private static Page<JobSummary> page(Tx tx, Filter filter) {
        var parameters = Map.<String, Object>of(
                "before",
                filter.before.orElse(Long.MAX_VALUE),
                "platform",
                filter.platform.orElse(""),
                "state",
                filter.state.map(JobState::word).orElse(""),
                "window",
                filter.narrow() ? Page.WINDOW : filter.limit,
                "limit",
                filter.limit);
        var jobs = tx.query(LIST, parameters, JobSummary::read);
        if (jobs.size() == filter.limit) {
            return new Page<>(jobs, Optional.of(jobs.get(jobs.size() - 1).id()));
        }
        // Fewer than asked for: either that was all, or the window ended first.
        return new Page<>(
                jobs,
                filter.narrow()
                        ? tx.query(REACH, parameters, row -> row.getLong(1)).stream()
                                .findFirst()
                        : Optional.empty());
    }

    private static Optional<JobDetail> detail(Tx tx, long id) {
        var seen = tx.query(OBSERVATIONS, Map.of("id", id, "max", OBSERVATIONS_MAX), JobList::sighting);
        return tx.query(DETAIL, Map.of("id", id), row -> detail(row, seen)).stream()
                .findFirst();
    }

    private static JobDetail detail(ResultSet row, List<JobDetail.Sighting> seen) throws SQLException {
        return new JobDetail(
                JobSummary.read(row),
                row.getString(23),
                row.getString(16),
                row.getString(17),
                Optional.ofNullable(row.getString(18)),
                JobRow.number(row, 19),
                Optional.ofNullable(row.getString(20)),
                row.getInt(21),
                JobRow.number(row, 22),
                JobRow.number(row, 24),
                seen);
    }

    private static JobDetail.Sighting sighting(ResultSet row) throws SQLException {
        return new JobDetail.Sighting(
                row.getInt(1),
                Channel.of(row.getString(2)),
                row.getLong(3),
                Optional.ofNullable(row.getString(4)).map(JobState::of),
                row.getString(5),
                JobRow.number(row, 6));
    }
}

package dev.longstop.job;

import dev.longstop.store.Batch;
import dev.longstop.store.Bulk;
import dev.longstop.store.Dialect;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * What becomes true of jobs because time went by: rescues, missed service levels, jobs that are stuck. Each is told
 * once, by whichever node looks first.
 *
 * <p><i>Bounds</i>: at most {@value #MAX} jobs a call. <i>Threads</i>: safe. <i>Errors</i>: a stage fails with {@code
 * StoreFailure} if nothing was written.
 */
public final class Deadlines {

    /** The most jobs of one call. */
    public static final int MAX = 500;

    private static final String TOLD =
            " returning id, platform, job_id, generation, state, coalesce(started_at, opened_at)";

    private static final Kind RESCUES = new Kind("rescue", """
            -- job: outcomes that no push announced in time
            select id from job
            where rescue_due_at is not null and rescue_due_at <= :until_ms
            order by rescue_due_at
            limit :max
            """, """
            -- job: count rescues
            update job set rescued_at = v.now_ms, rescue_due_at = null
            from <rows> as v
            where job.id = v.job_row and job.rescue_due_at is not null
            """);

    private static final Kind BREACHES = new Kind("sla", """
            -- job: unfinished jobs past their deadline
            select id from job
            where sla_at is not null and sla_breached_at is null and ended_at is null and sla_at <= :until_ms

            order by sla_at
            limit :max
            """, """
            -- job: count missed deadlines
            update job set sla_breached_at = v.now_ms
            from <rows> as v
            where job.id = v.job_row and job.sla_breached_at is null
            """);

    private static final Kind STUCK = new Kind("stuck", """
            -- job: jobs of a platform that are unfinished for too long
            select id from job
            where ended_at is null
                and platform = :platform
                and stuck_at is null
                and job_id is not null
                and ownership in ('tracked', 'planted')
                and coalesce(started_at, opened_at) <= :until_ms
            order by id
            limit :max
            """, """
            -- job: mark jobs that are stuck
            update job set stuck_at = v.now_ms
            from <rows> as v
            where job.id = v.job_row and job.stuck_at is null and job.ended_at is null
            """);

    private final Store store;

    public Deadlines(Store store) {
        this.store = store;
    }

    /** Outcomes found by a poll that no push has announced within the grace: each counts as a rescue now. */
    public CompletionStage<List<Told>> rescues(long nowMs) {
        return store.submit(RESCUES, new Look("", nowMs));
    }

    /** Jobs that are not over though their service level says so. */
    public CompletionStage<List<Told>> breaches(long nowMs) {
        return store.submit(BREACHES, new Look("", nowMs));
    }

    /**
     * Jobs of a platform that were started before an instant and are not over (R14).
     *
     * @param startedBeforeMs in epoch milliseconds of the store's time
     */
    public CompletionStage<List<Told>> stuck(String platform, long startedBeforeMs) {
        return store.submit(STUCK, new Look(platform, startedBeforeMs));
    }

    /** Which jobs to look for. */
    private record Look(String platform, long untilMs) {}

    /** One kind of deadline: which jobs have passed it, and how that is written down. */
    private static final class Kind implements Batch<Look, List<Told>> {

        private final String name;
        private final String find;
        private final Bulk mark;

        Kind(String name, String find, String mark) {
            this.name = name;
            this.find = find;
            this.mark = Bulk.of("job_row bigint, now_ms bigint", mark.strip() + TOLD);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public List<List<Told>> apply(Tx tx, List<Look> looks) {
            return looks.stream().map(look -> tell(tx, look)).toList();
        }

        private List<Told> tell(Tx tx, Look look) {
            var sql = tx.dialect() == Dialect.POSTGRESQL ? find + tx.dialect().forUpdateSkipLocked() : find;
            var bounds = Map.of("platform", look.platform, "until_ms", look.untilMs, "max", MAX);
            var rows = tx.query(sql, bounds, row -> row.getLong(1)).stream()
                    .sorted()
                    .map(id -> new Object[] {id, tx.nowMs()})
                    .toList();
            return tx.write(
                    mark,
                    rows,
                    row -> new Told(
                            row.getLong(1),
                            new JobKey(row.getString(2), row.getString(3)),
                            row.getInt(4),
                            JobState.of(row.getString(5)),
                            row.getLong(6)));
        }
    }
}

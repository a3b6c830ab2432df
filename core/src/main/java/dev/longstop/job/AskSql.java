package dev.longstop.job;

import dev.longstop.store.Bulk;
import dev.longstop.store.Dialect;

/** The statements about whose turn it is. Each has its plan test. */
final class AskSql {

    static String due(Dialect dialect) {
        return """
                -- job: whose turn it is to be asked for
                select j.id, j.next_ask_at
                from job as j
                where j.platform = :platform
                    and j.next_ask_at is not null
                    and j.next_ask_at <= :until_ms
                    and j.job_id is not null
                order by j.next_ask_at
                limit :max
                """ + dialect.forUpdateSkipLocked();
    }

    static final Bulk TAKE = Bulk.of("job_row bigint, now_ms bigint, held_until bigint", """
            -- job: take jobs to ask for
            update job set
                next_ask_at = v.held_until,
                asked_at = v.now_ms,
                asks = asks + 1
            from <rows> as v
            where job.id = v.job_row and job.next_ask_at is not null
            returning job.id
            """);

    static final Bulk TAKEN = Bulk.of("job_row bigint", """
            -- job: what is needed to ask for jobs
            select j.id, j.platform, j.job_id, j.ownership, j.ask_with, coalesce(j.started_at, j.opened_at),
                case when j.state <> 'unknown' and j.decided_by in ('push', 'pull') then 1 else 0 end,
                j.nudged_at, j.asks, j.next_ask_at, j.answered_at,
                case when j.cancel_requested_at is not null and j.cancel_sent_at is null then 1 else 0 end
            from <rows> as v
            join job as j on j.id = v.job_row
            """);

    /** A nudge that came since has made it the job's turn again: what was planned before counts no more. */
    static final Bulk PLAN = Bulk.of("job_row bigint, held_until bigint, next_ask bigint, told_at bigint", """
            -- job: plan the next asks
            update job set next_ask_at = v.next_ask, answered_at = coalesce(v.told_at, answered_at)
            from <rows> as v
            where job.id = v.job_row and job.next_ask_at = v.held_until
            returning job.id
            """);

    static final String ALL = """
            -- job: make it every unfinished job's turn
            update job set next_ask_at = :now_ms
            where platform = :platform and next_ask_at is not null and next_ask_at > :now_ms
            """;

    private AskSql() {}
}

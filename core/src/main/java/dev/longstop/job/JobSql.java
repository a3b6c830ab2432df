package dev.longstop.job;

import dev.longstop.store.Bulk;
import dev.longstop.store.Dialect;

/** The jobs' statements. Each has its plan test. */
final class JobSql {

    /**
     * PostgreSQL only: whoever merges a job has it alone until the end of the transaction, also while it has no row or
     * is about to get another one. What is read afterwards is what was committed last.
     */
    static final Bulk LOCK = Bulk.of("job_key text", """
            -- job: have jobs alone
            select cast(pg_advisory_xact_lock(hashtextextended(v.job_key, 2)) as text) from <rows> as v
            """);

    private static final String NEWEST_ROWS = """
            -- job: the newest generations of jobs
            select j.id, j.platform, j.job_id, j.generation, j.generation_key, j.generation_order, j.opened_at,
                j.ownership, j.agent, j.ask_with, j.state, j.seq, j.seq_kind, j.decided_by, j.raw, j.flags,
                j.attention, j.finished_at, j.result, j.lost_since, j.observations, j.contradictions,
                j.first_push_at, j.outcome_push_at, j.superseded, j.ended_at, j.next_ask_at, j.version,
                coalesce(j.started_at, j.opened_at), j.nudged_at, j.rescue_due_at, j.sla_at, j.sla_breached_at
            from <rows> as v
            join job as j on j.platform = v.platform and j.job_id = v.job_id
            where not exists (
                select 1 from job as newer
                where newer.platform = j.platform and newer.job_id = j.job_id and newer.generation = j.generation + 1)
            """;

    private static final Bulk NEWEST_SQLITE = Bulk.of("platform text, job_id text", NEWEST_ROWS);

    private static final Bulk NEWEST_POSTGRESQL =
            Bulk.of("platform text, job_id text", NEWEST_ROWS + Dialect.POSTGRESQL.forUpdate() + " of j\n");

    static Bulk newest(Dialect dialect) {
        return switch (dialect) {
            case SQLITE -> NEWEST_SQLITE;
            case POSTGRESQL -> NEWEST_POSTGRESQL;
        };
    }

    /** What the platform called the generations before; of a job that has many, the last hundred. */
    static final Bulk EPOCHS = Bulk.of("platform text, job_id text, above integer, below integer", """
            -- job: the platform's names of older generations
            select j.platform, j.job_id, j.generation_key, j.generation_order
            from <rows> as v
            join job as j on j.platform = v.platform and j.job_id = v.job_id
            where j.generation > v.above and j.generation < v.below and j.generation_key is not null
            """);

    private static final String COLUMNS =
            "job_row bigint, version bigint, platform text, job_id text, generation integer,"
                    + " generation_key text, generation_order bigint, opened_at bigint, ownership text,"
                    + " agent text, ask_with text, state text, seq text, seq_kind text, decided_by text,"
                    + " raw text, flags text, attention text, finished_at bigint, result text, lost_since bigint,"
                    + " observations integer, contradictions integer, first_push_at bigint,"
                    + " outcome_push_at bigint, superseded integer, ended_at bigint, next_ask_at bigint,"
                    + " started_at bigint, nudged_at bigint, rescue_due_at bigint, sla_at bigint,"
                    + " sla_breached_at bigint";

    static final Bulk INSERT = Bulk.of(COLUMNS, """
            -- job: keep jobs that are new
            insert into job (id, version, platform, job_id, generation, generation_key, generation_order, opened_at,
                ownership, agent, ask_with, state, seq, seq_kind, decided_by, raw, flags, attention, finished_at,
                result, lost_since, observations, contradictions, first_push_at, outcome_push_at, superseded,
                ended_at, next_ask_at, started_at, nudged_at, rescue_due_at, sla_at, sla_breached_at, created_at)
            select v.job_row, v.version, v.platform, v.job_id, v.generation, v.generation_key, v.generation_order,
                v.opened_at, v.ownership, v.agent, v.ask_with, v.state, v.seq, v.seq_kind, v.decided_by, v.raw,
                v.flags, v.attention, v.finished_at, v.result, v.lost_since, v.observations, v.contradictions,
                v.first_push_at, v.outcome_push_at, v.superseded, v.ended_at, v.next_ask_at, v.started_at,
                v.nudged_at, v.rescue_due_at, v.sla_at, v.sla_breached_at, v.opened_at
            from <rows> as v
            """);

    static final Bulk UPDATE = Bulk.of(COLUMNS, """
            -- job: write what was merged
            update job set
                version = v.version + 1,
                generation_key = v.generation_key,
                generation_order = v.generation_order,
                ownership = v.ownership,
                agent = v.agent,
                ask_with = v.ask_with,
                state = v.state,
                seq = v.seq,
                seq_kind = v.seq_kind,
                decided_by = v.decided_by,
                raw = v.raw,
                flags = v.flags,
                attention = v.attention,
                finished_at = v.finished_at,
                result = v.result,
                lost_since = v.lost_since,
                observations = v.observations,
                contradictions = v.contradictions,
                first_push_at = v.first_push_at,
                outcome_push_at = v.outcome_push_at,
                superseded = v.superseded,
                ended_at = v.ended_at,
                next_ask_at = v.next_ask_at,
                started_at = v.started_at,
                nudged_at = v.nudged_at,
                rescue_due_at = v.rescue_due_at,
                sla_at = v.sla_at,
                sla_breached_at = v.sla_breached_at
            from <rows> as v
            where job.id = v.job_row and job.version = v.version
            """);

    static final Bulk OBSERVATION = Bulk.of(
            "job_row bigint, n integer, channel text, observed_at bigint, read_started_at bigint,"
                    + " event_seq bigint, state text, seq text, seq_kind text, generation_key text, raw text,"
                    + " verdict text",
            """
            -- job: keep observations
            insert into observation (job_row, n, channel, observed_at, read_started_at, event_seq, state, seq,
                seq_kind, generation_key, raw, verdict)
            select v.job_row, v.n, v.channel, v.observed_at, v.read_started_at, v.event_seq, v.state, v.seq,
                v.seq_kind, v.generation_key, v.raw, v.verdict
            from <rows> as v
            """);

    private JobSql() {}
}

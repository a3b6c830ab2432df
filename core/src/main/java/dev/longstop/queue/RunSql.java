package dev.longstop.queue;

import dev.longstop.store.Bulk;
import dev.longstop.store.Dialect;

/** The queue's statements. Each has its plan test. */
final class RunSql {

    /** Leases that a run may lose; the last one ends it (I5, L1). */
    static final int LAPSES_MAX = 5;

    /** From so many lost leases on, a run is claimed alone. */
    static final int LAPSES_SUSPECT = 2;

    /**
     * The due runs of an agent, and whether their lanes are taken. The lane's condition is spelled as in the index
     * {@code run_lane}, or SQLite would not use it.
     */
    static String due(Dialect dialect) {
        return """
                -- queue: the due runs of an agent
                select r.id, r.lane, r.lapses, r.urgent, r.due_at,
                    (select d.body_bytes from inbox as i join delivery as d on d.id = i.delivery_id
                     where i.seq = r.event_seq) as body_bytes,
                    case when exists (
                        select 1 from run as holder
                        where holder.lane = r.lane and holder.state in ('running', 'waiting'))
                    then 1 else 0 end as taken
                from run as r
                where r.state = 'pending'
                    and r.agent = :agent
                    and r.lane_wait = 0
                    and r.urgent = :urgent
                    and r.due_at <= :now_ms
                    and r.lapses <= :lapses
                order by r.due_at, r.id
                limit :max
                """ + dialect.forUpdateSkipLocked();
    }

    /** Runs that stand behind another of their lane: no claim looks at them until their turn comes. */
    static final Bulk WAIT = Bulk.of("run_id bigint", """
            -- queue: let runs wait for their lanes
            update run set lane_wait = 1
            from <rows> as v
            where run.id = v.run_id
                and run.state = 'pending'
                and exists (
                    select 1 from run as holder
                    where holder.lane = run.lane and holder.state in ('running', 'waiting'))
            returning run.id
            """);

    /**
     * Of the lanes named, those that this transaction may fill. PostgreSQL only: another node may be about to put a run
     * of the same lane to work, and neither sees the other's. Until the end of the transaction nobody else gets the
     * lane.
     */
    static final Bulk LANE_LOCK = Bulk.of("lane text", """
            -- queue: lock lanes that nobody else is filling
            select v.lane from <rows> as v where pg_try_advisory_xact_lock(hashtextextended(v.lane, 1))
            """);

    static final Bulk CLAIM = Bulk.of("run_id bigint, owner text, lease_end bigint, now_ms bigint", """
            -- queue: claim runs
            update run set
                state = 'running',
                lease_token = lease_token + 1,
                lease_until = v.lease_end,
                lease_owner = v.owner,
                due_at = null,
                started_at = v.now_ms
            from <rows> as v
            where run.id = v.run_id
                and run.state = 'pending'
                and not exists (
                    select 1 from run as holder
                    where holder.lane = run.lane and holder.state in ('running', 'waiting'))
            returning run.id
            """);

    static final Bulk CLAIMED = Bulk.of("run_id bigint", """
            -- queue: what was claimed, with its event
            select r.id, r.lease_token, r.lease_owner, r.lease_until, r.agent, r.round, r.mode, r.attempts,
                r.lapses, r.process, d.body, d.content_type, d.headers, r.lane, %s
            from <rows> as v
            join run as r on r.id = v.run_id
            join inbox as i on i.seq = r.event_seq
            join delivery as d on d.id = i.delivery_id
            """.formatted(EventRow.COLUMNS));

    static final Bulk RENEW = Bulk.of("run_id bigint, token bigint, lease_end bigint", """
            -- queue: renew leases
            update run set lease_until = v.lease_end
            from <rows> as v
            where run.id = v.run_id and run.lease_token = v.token and run.state = 'running'
            returning run.id, run.lease_token, run.lease_owner, run.lease_until
            """);

    static final Bulk MARK = Bulk.of("run_id bigint, token bigint, mark text", """
            -- queue: mark the processes of attempts
            update run set process = v.mark
            from <rows> as v
            where run.id = v.run_id and run.lease_token = v.token and run.state = 'running'
            returning run.id, run.lease_token
            """);

    static final Bulk EXPECT = Bulk.of("run_id bigint, token bigint, hash text", """
            -- queue: expect callbacks
            update run set callback_hash = v.hash
            from <rows> as v
            where run.id = v.run_id and run.lease_token = v.token and run.state = 'running'
            returning run.id, run.lease_token
            """);

    /** The run that a callback speaks of, if its token is the one that the latest attempt was given. */
    static final String CALLED = """
            -- queue: the run of a callback
            select r.agent, r.state, r.attempts, i.source || '/' || i.event_id as event
            from run as r join inbox as i on i.seq = r.event_seq
            where r.id = :run_id and r.callback_hash = :hash
            """;

    static final Bulk CALL = Bulk.of(
            "run_id bigint, hash text, was text, next text, answers integer, next_due bigint, over_at bigint,"
                    + " said text, output text, output_cut integer",
            """
            -- queue: settle a run by its callback
            update run set
                state = v.next,
                attempts = attempts + v.answers,
                due_at = v.next_due,
                wait_until = null,
                held = null,
                lease_until = null,
                lease_owner = null,
                process = null,
                ended_at = v.over_at,
                outcome = v.said,
                exit_code = null,
                result = v.output,
                result_cut = v.output_cut
            from <rows> as v
            where run.id = v.run_id and run.callback_hash = v.hash and run.state = v.was
            returning run.id
            """);

    /** Runs whose word from outside did not come. */
    static String overdue(Dialect dialect) {
        return """
                -- queue: runs that waited too long
                select id from run
                where state = 'waiting' and wait_until <= :now_ms
                order by wait_until, id
                limit :max
                """ + dialect.forUpdateSkipLocked();
    }

    static final Bulk EXPIRE = Bulk.of("run_id bigint, now_ms bigint, said text", """
            -- queue: end runs that waited too long
            update run set
                state = 'expired',
                wait_until = null,
                ended_at = v.now_ms,
                outcome = v.said
            from <rows> as v
            where run.id = v.run_id and run.state = 'waiting'
            returning run.id, run.agent, run.state, run.lapses
            """);

    static final Bulk SETTLE = Bulk.of(
            "run_id bigint, token bigint, next text, answers integer, next_due bigint, wait_end bigint,"
                    + " awaited bigint, why text, over_at bigint, said text, code integer, output text,"
                    + " output_cut integer",
            """
            -- queue: settle attempts
            update run set
                state = v.next,
                attempts = attempts + v.answers,
                due_at = v.next_due,
                wait_until = v.wait_end,
                job_row = coalesce(v.awaited, job_row),
                held = v.why,
                lease_until = null,
                lease_owner = null,
                process = null,
                ended_at = v.over_at,
                outcome = coalesce(v.said, outcome),
                exit_code = v.code,
                result = v.output,
                result_cut = v.output_cut
            from <rows> as v
            where run.id = v.run_id and run.lease_token = v.token and run.state = 'running'
            returning run.id, run.lease_token
            """);

    /** Leases that ended; this process's own ones only after some grace, since it may be about to renew them. */
    static String lapsed(Dialect dialect) {
        return """
                -- queue: lapsed leases
                select id, agent from run
                where state = 'running'
                    and lease_until <= :now_ms
                    and (lease_owner <> :owner or lease_until <= :own_ms)
                order by lease_until, id
                limit :max
                """ + dialect.forUpdateSkipLocked();
    }

    /** Leases that other processes held, ended or not. */
    static String older(Dialect dialect) {
        return """
                -- queue: leases of older processes
                select id, agent from run
                where state = 'running' and lease_owner <> :owner
                order by lease_until, id
                limit :max
                """ + dialect.forUpdateSkipLocked();
    }

    static final Bulk RECLAIM = Bulk.of("run_id bigint, now_ms bigint, lapses_max integer, said text, why text", """
            -- queue: take runs back whose leases were lost
            update run set
                state = case
                    when lapses + 1 >= v.lapses_max then 'dead'
                    when v.why is not null then 'held'
                    else 'pending' end,
                lapses = lapses + 1,
                due_at = case when lapses + 1 < v.lapses_max and v.why is null then v.now_ms end,
                held = case when lapses + 1 < v.lapses_max then v.why end,
                ended_at = case when lapses + 1 >= v.lapses_max then v.now_ms end,
                outcome = case when lapses + 1 >= v.lapses_max then v.said else outcome end,
                lease_until = null,
                lease_owner = null
            from <rows> as v
            where run.id = v.run_id and run.state = 'running'
            returning run.id, run.agent, run.state, run.lapses
            """);

    /** An agent's due runs of one urgency; the count stops where people stop caring. */
    static final String DUE_OF_AGENT = """
            -- queue: how many runs of an agent are due, and since when
            select count(*), min(due_at) from (
                select due_at from run
                where state = 'pending' and agent = :agent and lane_wait = :wait and urgent = :urgent
                    and due_at <= :now_ms
                order by due_at limit :max) as due
            """;

    /** Names the index's condition beside the state: SQLite does not see that the one follows from the other. */
    static final String HELD_COUNT = """
            -- queue: how many are held
            select count(*) from (
                select 1 from run where state = 'held' and state <> 'done' order by event_seq limit :max) as held
            """;

    /** The agents that have pending runs are found one after the other, each by a look into the index. */
    static final String NEXT_AGENT = """
            -- queue: the next agent with pending runs
            select agent from run where state = 'pending' and agent > :after order by agent limit 1
            """;

    static final String PENDING_OF_AGENT = """
            -- queue: how many pending runs an agent has
            select count(*) from (
                select 1 from run where state = 'pending' and agent = :name
                order by lane_wait, urgent, due_at limit :max
            ) as pending
            """;

    private RunSql() {}
}

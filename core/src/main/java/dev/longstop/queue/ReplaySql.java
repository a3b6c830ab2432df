package dev.longstop.queue;

import dev.longstop.store.Bulk;
import dev.longstop.store.Dialect;

/** The statements of replays. Each has its plan test. */
final class ReplaySql {

    static final Bulk EVENTS = Bulk.of("event_seq bigint", """
            -- queue: the events of a replay
            select i.seq, i.source, i.suspected_replay, case when d.pruned_at is null then 0 else 1 end as pruned
            from <rows> as v
            join inbox as i on i.seq = v.event_seq
            join delivery as d on d.id = i.delivery_id
            """);

    private static final String RUNS = """
            -- queue: what stands where a replay begins
            select r.id, r.event_seq, r.agent, r.round, r.state, r.lease_token, r.ended_at
            from <rows> as v
            join run as r on r.event_seq = v.event_seq and r.agent = v.agent
            """;

    private static final String PAIR = "event_seq bigint, agent text";

    private static final Bulk RUNS_SQLITE = Bulk.of(PAIR, RUNS);

    private static final Bulk RUNS_POSTGRESQL = Bulk.of(PAIR, RUNS + "for update of r");

    /** The runs of some events and agents. Until the end of the transaction they stay as they are. */
    static Bulk runs(Dialect dialect) {
        return dialect == Dialect.SQLITE ? RUNS_SQLITE : RUNS_POSTGRESQL;
    }

    static final Bulk STANDING = Bulk.of("event_seq bigint", """
            -- queue: the runs of events that may be replayed
            select r.event_seq, r.agent, r.id, r.round, r.state, r.lease_token, r.ended_at, r.mode, r.lane,
                r.urgent
            from <rows> as v
            join run as r on r.event_seq = v.event_seq
            """);

    static final Bulk GO_ON = Bulk.of("run_id bigint, was text, token bigint, ended bigint, now_ms bigint", """
            -- queue: requeue the runs of a replay
            update run set
                state = 'pending',
                lane_wait = 0,
                attempts = 0,
                lapses = 0,
                due_at = v.now_ms,
                ended_at = null,
                callback_hash = null,
                job_row = null
            from <rows> as v
            where run.id = v.run_id and run.state = v.was and run.lease_token = v.token and run.ended_at = v.ended
            returning run.id
            """);

    static final String PLAN = """
            -- queue: the plan of a replay
            select value from setting where name = :name and changed_at >= :since
            """;

    static final String FORGET_PLANS = """
            -- queue: forget old plans of replays
            delete from setting
            where name > :after and name < :end
                and (changed_at < :since
                    or name in (
                        select newer.name from setting as newer
                        where newer.name > :after and newer.name < :end
                        order by newer.changed_at desc
                        limit :max offset :kept))
            """;

    private ReplaySql() {}
}

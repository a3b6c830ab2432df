package dev.longstop.effect;

import dev.longstop.store.Bulk;
import dev.longstop.store.Dialect;

/** The effects' statements. Each has its plan test. */
final class EffectSql {

    /** Leases that an effect may lose; the last one ends it (I5). */
    static final int LAPSES_MAX = 5;

    private static final String BIRTH_COLUMNS =
            "effect_id bigint, owner_id bigint, name text, round integer, policy text, idempotency_key text,"
                    + " method text, url text, headers text, body bytes, kind text, settings text, born_at bigint";

    private static final String BIRTH = """
            -- effect: effects of %s
            insert into effect (id, %s, name, round, state, policy, idempotency_key, method, url, headers, body,
                kind, settings, created_at, due_at)
            select v.effect_id, v.owner_id, v.name, v.round, 'pending', v.policy, v.idempotency_key, v.method,
                v.url, v.headers, v.body, v.kind, v.settings, v.born_at, v.born_at
            from <rows> as v
            where true
            on conflict (%s, name, round) where %s is not null do nothing
            """;

    /** One per (run, name, round): an effect that is there already stays. */
    static final Bulk BIRTH_OF_RUN = Bulk.of(BIRTH_COLUMNS, BIRTH.formatted("runs", "run_id", "run_id", "run_id"));

    /** One per (job generation, name, round): an effect that is there already stays. */
    static final Bulk BIRTH_OF_JOB = Bulk.of(BIRTH_COLUMNS, BIRTH.formatted("jobs", "job_row", "job_row", "job_row"));

    static String due(Dialect dialect) {
        return """
                -- effect: the due effects of a name
                select e.id, e.due_at, octet_length(e.body)
                from effect as e
                where e.state = 'pending'
                    and e.name = :name
                    and e.due_at <= :now_ms
                order by e.due_at, e.id
                limit :free
                """ + dialect.forUpdateSkipLocked();
    }

    static final Bulk CLAIM = Bulk.of("effect_id bigint, owner text, lease_end bigint", """
            -- effect: claim effects
            update effect set
                state = 'running',
                lease_token = lease_token + 1,
                lease_until = v.lease_end,
                lease_owner = v.owner,
                due_at = null,
                sent_at = null
            from <rows> as v
            where effect.id = v.effect_id and effect.state = 'pending'
            returning effect.id
            """);

    static final Bulk CLAIMED = Bulk.of("effect_id bigint", """
            -- effect: what was claimed
            select e.id, e.lease_token, e.lease_owner, e.lease_until, e.attempts, e.lapses, e.run_id, e.job_row,
                e.name, e.round, e.policy, e.idempotency_key, e.method, e.url, e.headers, e.body, e.kind, e.settings
            from <rows> as v
            join effect as e on e.id = v.effect_id
            """);

    static final Bulk RENEW = Bulk.of("effect_id bigint, token bigint, lease_end bigint", """
            -- effect: renew leases
            update effect set lease_until = v.lease_end
            from <rows> as v
            where effect.id = v.effect_id and effect.lease_token = v.token and effect.state = 'running'
            returning effect.id, effect.lease_token, effect.lease_owner, effect.lease_until
            """);

    static final Bulk SENDING = Bulk.of("effect_id bigint, token bigint, now_ms bigint", """
            -- effect: say that requests are about to be sent
            update effect set sent_at = v.now_ms
            from <rows> as v
            where effect.id = v.effect_id and effect.lease_token = v.token and effect.state = 'running'
            returning effect.id, effect.lease_token
            """);

    static final Bulk SETTLE = Bulk.of(
            "effect_id bigint, token bigint, next text, answers integer, next_due bigint, over_at bigint,"
                    + " said text, status integer, words text",
            """
            -- effect: settle attempts
            update effect set
                state = v.next,
                attempts = attempts + v.answers,
                due_at = v.next_due,
                lease_until = null,
                lease_owner = null,
                ended_at = v.over_at,
                outcome = coalesce(v.said, outcome),
                answer_status = v.status,
                answer = v.words
            from <rows> as v
            where effect.id = v.effect_id and effect.lease_token = v.token and effect.state = 'running'
            returning effect.id, effect.lease_token
            """);

    /** Leases that ended; this process's own ones only after some grace, since it may be about to renew them. */
    static String lapsed(Dialect dialect) {
        return """
                -- effect: lapsed leases
                select id from effect
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
                -- effect: leases of older processes
                select id from effect
                where state = 'running' and lease_owner <> :owner
                order by lease_until, id
                limit :max
                """ + dialect.forUpdateSkipLocked();
    }

    /**
     * What was sent at most once may have happened: a person decides (J1, J2). What is to be looked for at a target
     * that knows no keys waits for the lease's end: until then, what the lost process sent may be on its way (U1).
     */
    static final Bulk RECLAIM =
            Bulk.of("effect_id bigint, now_ms bigint, lapses_max integer, silence text, said text", """
            -- effect: take effects back whose leases were lost
            update effect set
                state = case
                    when policy = 'at_most_once' and sent_at is not null then 'uncertain'
                    when lapses + 1 >= v.lapses_max then 'dead'
                    else 'pending'
                end,
                lapses = lapses + 1,
                due_at = case
                    when policy = 'at_most_once' and sent_at is not null then null
                    when lapses + 1 >= v.lapses_max then null
                    when kind <> 'http' and lease_until > v.now_ms then lease_until
                    else v.now_ms
                end,
                ended_at = case
                    when policy = 'at_most_once' and sent_at is not null then v.now_ms
                    when lapses + 1 >= v.lapses_max then v.now_ms
                end,
                outcome = case
                    when policy = 'at_most_once' and sent_at is not null then v.silence
                    when lapses + 1 >= v.lapses_max then v.said
                    else outcome
                end,
                lease_until = null,
                lease_owner = null
            from <rows> as v
            where effect.id = v.effect_id and effect.state = 'running'
            returning effect.id, effect.name, effect.state, effect.lapses
            """);

    static final String NEXT_NAME = """
            -- effect: the next name with pending effects
            select name from effect where state = 'pending' and name > :after order by name limit 1
            """;

    static final String PENDING_OF_NAME = """
            -- effect: how many pending effects a name has
            select count(*) from (
                select 1 from effect where state = 'pending' and name = :name order by due_at limit :max
            ) as pending
            """;

    private EffectSql() {}
}

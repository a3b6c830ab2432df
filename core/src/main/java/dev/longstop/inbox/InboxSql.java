package dev.longstop.inbox;

import dev.longstop.queue.RunBirths;
import dev.longstop.store.Bulk;
import dev.longstop.store.Dialect;
import dev.longstop.store.Joint;
import java.util.List;

/** The statements of the accept path. Each has its plan test. */
final class InboxSql {

    /** The body's replay is not looked for. */
    static final int REPLAY_UNWATCHED = 0;

    /** The body's replay is looked for among the deliveries that stand. */
    static final int REPLAY_WATCHED = 1;

    /** The body came before: in the same batch, or as {@link KnownBodies} knows. */
    static final int REPLAY_SEEN = 2;

    private static final String EVENT = "source text, event_id text, event_id_raw bytes, origin text,"
            + " delivery_id bigint, item integer, item_hash bytes, type text, action text, subject text,"
            + " received_at bigint, authenticated integer, ignored text";

    /**
     * The unique index decides what is new (A5, A7, A25): no look before, no race. The bound of the look for a replay
     * keeps PostgreSQL from reading all deliveries at once into a hash table.
     */
    private static final String TAKE_IN = """
            -- inbox: take in what is new
            insert into inbox (source, event_id, event_id_raw, event_id_origin, delivery_id, item, item_hash, type,
                action, subject, received_at, body_authenticated, suspected_replay, ignored)
            select v.source, v.event_id, v.event_id_raw, v.origin, v.delivery_id, v.item, v.item_hash, v.type,
                v.action, v.subject, v.received_at, v.authenticated,
                case
                    when v.replay = 0 then 0
                    when v.replay = 2 then 1
                    else coalesce((
                        select 1 from delivery as d
                        where d.body_key = substr(v.body_hash, 1, 8)
                            and d.body_hash = v.body_hash
                            and d.replay_watch = 1
                            and d.source = v.source
                            and d.id <> v.delivery_id
                        order by d.body_key
                        limit 1), 0)
                end,
                v.ignored
            from <rows> as v
            where true
            on conflict (source, event_id) do nothing
            """;

    private static final String TAKE_IN_VALUES = "body_hash bytes, replay integer, " + EVENT;

    static final Bulk TAKE_IN_POSTGRESQL =
            Bulk.of(TAKE_IN_VALUES, TAKE_IN + "returning seq, source, event_id, item_hash, suspected_replay");

    /** As on PostgreSQL, but numbered by its one writer, and with the replays found before: see {@link KnownBodies}. */
    static final Bulk TAKE_IN_SQLITE = Bulk.of("seq bigint, suspected integer, " + EVENT, """
            -- inbox: take in what is new
            insert into inbox (seq, source, event_id, event_id_raw, event_id_origin, delivery_id, item, item_hash,
                type, action, subject, received_at, body_authenticated, suspected_replay, ignored)
            select v.seq, v.source, v.event_id, v.event_id_raw, v.origin, v.delivery_id, v.item, v.item_hash,
                v.type, v.action, v.subject, v.received_at, v.authenticated, v.suspected, v.ignored
            from <rows> as v
            where true
            on conflict (source, event_id) do nothing
            """);

    /** What stands for keys that were not new. A statement of its own: it sees what other nodes committed meanwhile. */
    static final Bulk STANDING = Bulk.of("source text, event_id text", """
            -- inbox: what stands for known keys
            select i.seq, i.source, i.event_id, i.item_hash, i.received_at, i.delivery_id, i.item,
                i.suspected_replay
            from <rows> as v
            join inbox as i on i.source = v.source and i.event_id = v.event_id
            """);

    private static final String BODY =
            "source text, body_hash bytes, item integer, body_key bigint, candidate bigint, place integer";

    private static final Bulk FIRST_OF_BODY_SQLITE = Bulk.of(BODY, """
            -- inbox: the first events of known bodies
            select i.seq, i.source, i.event_id, i.item_hash, i.received_at, i.delivery_id, i.item,
                i.suspected_replay, v.place
            from <rows> as v
            join inbox as i on i.seq = (
                select x.seq from delivery as d
                join inbox as x on x.delivery_id = d.id and x.item = v.item
                where d.body_hash = v.body_hash
                    and d.replay_watch = 1
                    and d.source = v.source
                    and d.id in (
                        select k.delivery_id from body_known as k where k.hash = v.body_key
                        union all select v.candidate)
                order by x.seq
                limit 1)
            """);

    private static final Bulk FIRST_OF_BODY_POSTGRESQL = Bulk.of(BODY, """
            -- inbox: the first events of known bodies
            select i.seq, i.source, i.event_id, i.item_hash, i.received_at, i.delivery_id, i.item,
                i.suspected_replay, v.place
            from <rows> as v
            join inbox as i on i.seq = (
                select x.seq from delivery as d
                join inbox as x on x.delivery_id = d.id and x.item = v.item
                where d.body_key = substr(v.body_hash, 1, 8)
                    and d.body_hash = v.body_hash
                    and d.replay_watch = 1
                    and d.source = v.source
                order by x.seq
                limit 1)
            """);

    /** The first event that a watched body brought: where a body that comes again is the same event. */
    static Bulk firstOfBody(Dialect dialect) {
        return dialect == Dialect.SQLITE ? FIRST_OF_BODY_SQLITE : FIRST_OF_BODY_POSTGRESQL;
    }

    /** Of deliveries that may have brought a body, those that did. */
    static final Bulk BROUGHT = Bulk.of("candidate bigint, source text, body_hash bytes, place integer", """
            -- inbox: which of some deliveries brought a body
            select v.place from <rows> as v
            join delivery as d on d.id = v.candidate and d.body_hash = v.body_hash and d.replay_watch = 1
                and d.source = v.source
            """);

    /** Deliveries that may have brought some bodies, by the place of a body's key in the list. */
    static final String MAYBE_BROUGHT = """
            -- inbox: deliveries that may have brought bodies
            select k.delivery_id, w.key
            from json_each(:keys) as w cross join body_known as k
            where k.hash = w.value
            """;

    static final Bulk KNOW = Bulk.of("hash bigint, delivery_id bigint", """
            -- inbox: let bodies be known
            insert into body_known (hash, delivery_id)
            select v.hash, v.delivery_id from <rows> as v where true
            on conflict (hash, delivery_id) do nothing
            """);

    static final Bulk LATEST = Bulk.of("first_delivery bigint, entries bytes", """
            -- inbox: keep the bodies of this commit
            insert into body_latest (first_delivery, entries)
            select v.first_delivery, v.entries from <rows> as v
            """);

    static final String ALL_LATEST = """
            -- inbox: the latest bodies
            select entries from body_latest order by first_delivery
            """;

    static final String DROP_LATEST = """
            -- inbox: drop the latest bodies that are known by now
            delete from body_latest where first_delivery in (
                select l.first_delivery from body_latest as l
                where l.first_delivery <= :upto
                order by l.first_delivery
                limit :most)
            """;

    private static final String DELIVERY_VALUES =
            "delivery_id bigint, source text, received_at bigint, body bytes, body_hash bytes,"
                    + " body_bytes integer, content_type text, headers text, secret text, watch integer";

    private static final String KEEP = """
            -- inbox: keep deliveries as received
            insert into delivery (id, source, received_at, body, body_hash, body_bytes, content_type, headers,
                secret, replay_watch)
            select v.delivery_id, v.source, v.received_at, v.body, v.body_hash, v.body_bytes, v.content_type,
                v.headers, v.secret, v.watch
            from <rows> as v
            """;

    static final Bulk DELIVERY = Bulk.of(DELIVERY_VALUES, KEEP);

    /**
     * Events, the deliveries that brought those that are new, and the runs of these. The time comes when all are in:
     * who waited for another node has a later one than that.
     */
    static final Joint TAKE_IN_WHOLE =
            Joint.of(List.of(TAKE_IN_VALUES, DELIVERY_VALUES, RunBirths.OF_TAKEN_VALUES), """
            -- inbox: take in what is new, with its deliveries and runs
            with taken as (
            %s
            returning seq, source, event_id, item_hash, suspected_replay, delivery_id, item),
            clock as (
                select cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint) as now_ms
                from (select count(*) from taken) as done),
            kept as (
            %s
            where v.delivery_id in (select t.delivery_id from taken as t)),
            born as (
            %s)
            select seq, source, event_id, item_hash, suspected_replay from taken
            """.formatted(
                            TAKE_IN, KEEP, RunBirths.OF_TAKEN));

    static final Bulk MISMATCHES_KEPT = Bulk.of("event_seq bigint", """
            -- inbox: mismatches that are kept of events
            select m.event_seq, m.item_hash from <rows> as v join mismatch as m on m.event_seq = v.event_seq
            """);

    static final Bulk MISMATCH = Bulk.of(
            "mismatch_id bigint, event_seq bigint, item_hash bytes, body_hash bytes, body_bytes integer,"
                    + " received_at bigint",
            """
            -- inbox: keep the evidence of other content under a known key
            insert into mismatch (id, event_seq, item_hash, body_hash, body_bytes, received_at)
            select v.mismatch_id, v.event_seq, v.item_hash, v.body_hash, v.body_bytes, v.received_at from <rows> as v
            """);

    private InboxSql() {}
}

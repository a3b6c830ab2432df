package dev.longstop.inbox;

import dev.longstop.store.Bulk;

/** The statements of the accept path. Each has its plan test. */
final class InboxSql {

    /** The body's replay is not looked for. */
    static final int REPLAY_UNWATCHED = 0;

    /** The body's replay is looked for among the deliveries that stand. */
    static final int REPLAY_WATCHED = 1;

    /** The body came before in the same batch. */
    static final int REPLAY_SEEN = 2;

    /**
     * The unique index decides what is new (A5, A7, A25): no look before, no race. The bound of the look for a replay
     * keeps PostgreSQL from reading all deliveries at once into a hash table.
     */
    static final Bulk TAKE_IN = Bulk.of(
            "source text, event_id text, event_id_raw bytes, origin text, delivery_id bigint, item integer,"
                    + " item_hash bytes, type text, action text, subject text, received_at bigint,"
                    + " authenticated integer, body_hash bytes, replay integer, ignored text",
            """
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
                        where substr(d.body_hash, 1, 8) = substr(v.body_hash, 1, 8)
                            and d.body_hash = v.body_hash
                            and d.replay_watch = 1
                            and d.source = v.source
                        order by d.body_hash
                        limit 1), 0)
                end,
                v.ignored
            from <rows> as v
            where true
            on conflict (source, event_id) do nothing
            returning seq, source, event_id, item_hash, suspected_replay
            """);

    /** What stands for keys that were not new. A statement of its own: it sees what other nodes committed meanwhile. */
    static final Bulk STANDING = Bulk.of("source text, event_id text", """
            -- inbox: what stands for known keys
            select i.seq, i.source, i.event_id, i.item_hash
            from <rows> as v
            join inbox as i on i.source = v.source and i.event_id = v.event_id
            """);

    static final Bulk DELIVERY = Bulk.of(
            "delivery_id bigint, source text, received_at bigint, body bytes, body_hash bytes,"
                    + " body_bytes integer, content_type text, headers text, secret text, watch integer",
            """
            -- inbox: keep deliveries as received
            insert into delivery (id, source, received_at, body, body_hash, body_bytes, content_type, headers,
                secret, replay_watch)
            select v.delivery_id, v.source, v.received_at, v.body, v.body_hash, v.body_bytes, v.content_type,
                v.headers, v.secret, v.watch
            from <rows> as v
            """);

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

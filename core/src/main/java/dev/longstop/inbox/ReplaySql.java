package dev.longstop.inbox;

import dev.longstop.queue.EventRow;
import dev.longstop.store.Bulk;
import dev.longstop.store.Page;

/** The statements that find what a replay may be about, oldest first. Each has its plan test. */
final class ReplaySql {

    private static final String EVENTS = """
            -- inbox: the oldest events
            select i.seq
            from inbox as i
            where i.seq > :after and i.seq <= :upto
            order by i.seq
            """;

    /** Names the index's condition beside the state, or a parameter would keep the index out. */
    private static final String IN_STATE = """
            -- inbox: the oldest events in a state
            select distinct r.event_seq as seq
            from run as r
            where r.state = :state
                and r.state <> 'done'
                and r.event_seq > :after
                and r.event_seq <= :upto
            order by r.event_seq
            """;

    private static final String COLUMNS =
            EventRow.COLUMNS + ", case when d.pruned_at is null then 0 else 1 end as pruned";

    private static final String FIND = """
            -- inbox: the oldest events to replay%s
            select %s
            from (%s) as w
            join inbox as i on i.seq = w.seq
            join delivery as d on d.id = i.delivery_id
            where (:source = '' or i.source = :source)
                and (:type = '' or i.type = :type or i.type || '.' || i.action = :type)
                and i.received_at >= :since
                and i.received_at < :until
            order by i.seq
            limit :limit
            """;

    private static final String REACH = """
            -- inbox: how far a window of events to replay reaches%s
            select i.seq, i.received_at
            from (%s) as w
            join inbox as i on i.seq = w.seq
            order by i.seq desc
            limit 1
            """;

    private static final String WINDOW = "limit " + Page.WINDOW;

    /** Where events are looked for. */
    enum From {
        /** Among all. */
        ALL("", EVENTS),
        /** Among those with a run in a state that is not done. */
        STATE(" in a state", IN_STATE);

        private final String find;
        private final String reach;

        From(String name, String window) {
            this.find = FIND.formatted(name, COLUMNS, window + WINDOW);
            this.reach = REACH.formatted(name, window + WINDOW);
        }

        String find() {
            return find;
        }

        String reach() {
            return reach;
        }
    }

    static final Bulk CHOSEN = Bulk.of("event_seq bigint", """
            -- inbox: events that are chosen for a replay
            select %s
            from <rows> as v
            join inbox as i on i.seq = v.event_seq
            join delivery as d on d.id = i.delivery_id
            """.formatted(COLUMNS));

    static final String LAST = """
            -- inbox: the newest event
            select i.seq from inbox as i where i.seq > :after order by i.seq desc limit 1
            """;

    static final String NEXT = """
            -- inbox: the first event from a row on
            select i.seq, i.received_at from inbox as i where i.seq >= :seq order by i.seq limit 1
            """;

    static final String BODY = """
            -- inbox: what an event said that may be replayed
            select d.body, d.content_type, d.headers
            from inbox as i
            join delivery as d on d.id = i.delivery_id
            where i.seq = :seq
            """;

    private ReplaySql() {}
}

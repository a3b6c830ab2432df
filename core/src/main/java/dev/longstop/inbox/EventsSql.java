package dev.longstop.inbox;

import dev.longstop.queue.EventRow;
import dev.longstop.store.Page;

/** The statements that read the inbox for people. Each has its plan test. */
final class EventsSql {

    private static final String RECENT = """
            -- inbox: the newest events
            select i.seq
            from inbox as i
            where i.seq < :before
            order by i.seq desc
            """;

    private static final String OF_TYPE = """
            -- inbox: the newest events of a type
            select i.seq
            from inbox as i
            where i.source = :source
                and i.type = :type
                and i.seq < :before
            order by i.seq desc
            """;

    /** Names the index's condition beside the state, or a parameter would keep the index out. */
    private static final String IN_STATE = """
            -- inbox: the newest events in a state
            select distinct r.event_seq as seq
            from run as r
            where r.state = :state
                and r.state <> 'done'
                and r.event_seq < :before
                and not exists (
                    select 1 from run as worse
                    where worse.event_seq = r.event_seq and :worse like '%,' || worse.state || ',%')
            order by r.event_seq desc
            """;

    private static final String LIST = """
            -- inbox: list events
            select %s
            from (%s) as w
            join inbox as i on i.seq = w.seq
            where (:source = '' or i.source = :source)
                and (:type = '' or i.type = :type or i.type || '.' || i.action = :type)
                and (:q = ''
                    or lower(i.event_id) like :q escape '!'
                    or lower(i.type) like :q escape '!'
                    or lower(coalesce(i.subject, '')) like :q escape '!')
                and (:kind <> 'ignored' or i.ignored is not null)
                and (:kind <> 'done' or i.ignored is null and not exists (
                    select 1 from run as r where r.event_seq = i.seq and r.state <> 'done'))
            order by i.seq desc
            limit :limit
            """;

    private static final String WINDOW = "limit :window";

    /** The last event that a full window holds. */
    private static final String LAST = "limit 1 offset " + (Page.WINDOW - 1);

    /** Where a page looks for events: a list, and how far a full window of it reaches. */
    enum From {
        /** Among all events. */
        ALL(RECENT),
        /** Among those of a source and type. */
        TYPE(OF_TYPE),
        /** Among those with a run in a state that is not done, and none in a worse one. */
        STATE(IN_STATE);

        private final String list;
        private final String reach;

        From(String window) {
            this.list = LIST.formatted(EventRow.COLUMNS, window + WINDOW);
            this.reach = window + LAST;
        }

        String list() {
            return list;
        }

        String reach() {
            return reach;
        }
    }

    /** How far a full window of the newest events reaches. */
    static final String RECENT_REACH = RECENT + LAST;

    static final String OF_SECRET = """
            -- inbox: the newest events that a secret let in
            select %s
            from (%s) as w
            join inbox as i on i.seq = w.seq
            join delivery as d on d.id = i.delivery_id
            where i.source = :source
                and d.secret = :secret
            order by i.seq desc
            limit :limit
            """.formatted(EventRow.COLUMNS, RECENT + WINDOW);

    private static final String DETAIL = """
            -- inbox: show an event
            select %s, i.item_hash, d.body_bytes, d.content_type, d.headers, d.secret, d.pruned_at
            from inbox as i
            join delivery as d on d.id = i.delivery_id
            """.formatted(EventRow.COLUMNS);

    static final String BY_SEQ = DETAIL + "where i.seq = :seq";

    static final String BY_KEY = DETAIL + "where i.source = :source and i.event_id = :event_id";

    static final String MISMATCHES = """
            -- inbox: other content under an event's key
            select m.received_at, m.item_hash, m.body_bytes
            from mismatch as m
            where m.event_seq = :seq
            order by m.received_at, m.id
            limit 100
            """;

    private EventsSql() {}
}

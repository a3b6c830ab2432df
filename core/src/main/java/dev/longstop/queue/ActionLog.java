package dev.longstop.queue;

import dev.longstop.event.SafeText;
import dev.longstop.store.Bulk;
import dev.longstop.store.Tx;
import java.util.List;

/** Writes down what people did, in the transaction that does it. */
final class ActionLog {

    private static final int WORD_CHARS_MAX = 255;

    private static final Bulk INSERT = Bulk.of("action_id bigint, now_ms bigint, who text, did text, what text", """
            -- queue: what people did
            insert into action (id, acted_at, actor, verb, target)
            select v.action_id, v.now_ms, v.who, v.did, v.what from <rows> as v
            """);

    private ActionLog() {}

    static void write(Tx tx, String actor, String verb, String target) {
        write(tx, actor, verb, List.of(target));
    }

    /** The same of several targets. */
    static void write(Tx tx, String actor, String verb, List<String> targets) {
        var who = SafeText.of(actor, WORD_CHARS_MAX);
        long nowMs = tx.nowMs();
        tx.write(
                INSERT,
                targets.stream()
                        .map(target ->
                                new Object[] {tx.nextId("action"), nowMs, who, verb, SafeText.of(target, WORD_CHARS_MAX)
                                })
                        .toList());
    }
}

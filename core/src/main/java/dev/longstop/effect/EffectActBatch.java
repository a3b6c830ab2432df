package dev.longstop.effect;

import dev.longstop.event.SafeText;
import dev.longstop.store.Batch;
import dev.longstop.store.Bulk;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Does to effects what a person said, and keeps who did. */
final class EffectActBatch implements Batch<EffectActBatch.Item, Optional<EffectState>> {

    static final EffectActBatch ACT = new EffectActBatch();

    private static final int ACTOR_CHARS_MAX = 255;
    private static final String DONE = "a person says that it happened";

    /** Counts begin at one again, not at none: something was tried, and may have to be looked for. */
    private static final Bulk RETRY = Bulk.of("effect_id bigint, now_ms bigint, said text", """
            -- effect: a person wants effects tried again
            update effect set
                state = 'pending',
                attempts = 1,
                lapses = 0,
                due_at = v.now_ms,
                sent_at = null,
                ended_at = null
            from <rows> as v
            where effect.id = v.effect_id and effect.state in ('dead', 'uncertain')
            returning effect.id
            """);

    private static final Bulk DO = Bulk.of("effect_id bigint, now_ms bigint, said text", """
            -- effect: a person says that effects happened
            update effect set
                state = 'done',
                due_at = null,
                ended_at = v.now_ms,
                outcome = v.said
            from <rows> as v
            where effect.id = v.effect_id and effect.state in ('pending', 'dead', 'uncertain')
            returning effect.id
            """);

    private static final String STATE = """
            -- effect: where an effect stands
            select state from effect where id = :id
            """;

    private static final String ACTION = """
            -- effect: keep what a person did
            insert into action (id, acted_at, actor, verb, target)
            values (:id, :now_ms, :actor, :verb, :target)
            """;

    /** What a person does to an effect. */
    enum Verb {
        RETRY,
        DONE
    }

    /** Which effect, what is done to it, who does it. */
    record Item(long effectId, Verb verb, String actor) {}

    private EffectActBatch() {}

    @Override
    public String name() {
        return "effect-act";
    }

    @Override
    public List<Optional<EffectState>> apply(Tx tx, List<Item> items) {
        return items.stream().map(item -> act(tx, item)).toList();
    }

    /** Where the effect stands afterwards; empty if there is none. */
    private static Optional<EffectState> act(Tx tx, Item item) {
        var row = new Object[] {item.effectId, tx.nowMs(), DONE};
        var bulk = switch (item.verb) {
            case RETRY -> RETRY;
            case DONE -> DO;
        };
        boolean acted = !tx.write(bulk, List.<Object[]>of(row), found -> found.getLong(1))
                .isEmpty();
        if (acted) {
            tx.update(
                    ACTION,
                    Map.of(
                            "id",
                            tx.nextId("action"),
                            "now_ms",
                            tx.nowMs(),
                            "actor",
                            SafeText.of(item.actor, ACTOR_CHARS_MAX),
                            "verb",
                            "effect." + item.verb.name().toLowerCase(java.util.Locale.ROOT),
                            "target",
                            "effect/" + item.effectId));
        }
        return tx.query(STATE, Map.of("id", item.effectId), found -> EffectState.of(found.getString(1))).stream()
                .findFirst();
    }
}

package dev.longstop.effect;

import dev.longstop.event.HeaderText;
import dev.longstop.store.Page;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The effects, for people: newest first.
 *
 * <p><i>Bounds</i>: a page looks at no more than {@link Page#WINDOW} rows. <i>Threads</i>: safe; blocks.
 */
public final class EffectList {

    private static final int OF_OWNER_MAX = 100;

    /**
     * Which effects to list.
     *
     * @param name of this name only
     * @param state in this state only
     * @param before older than this row: the {@code before} of the page before
     * @param limit the most to give, 1 to {@link Page#LIMIT_MAX}
     */
    public record Filter(Optional<String> name, Optional<EffectState> state, Optional<Long> before, int limit) {

        public Filter {
            if (limit < 1 || limit > Page.LIMIT_MAX) {
                throw new IllegalArgumentException("a page has 1 to " + Page.LIMIT_MAX + " effects");
            }
        }

        private boolean narrow() {
            return name.isPresent() || state.isPresent();
        }
    }

    private static final String RECENT = """
            -- effect: the newest effects
            select e.id
            from effect as e
            where e.id < :before
            order by e.id desc
            """;

    private static final String LIST = """
            -- effect: list effects
            select %s
            from (%slimit :window) as w
            join effect as e on e.id = w.id and e.id < :before
            where (:name = '' or e.name = :name)
                and (:state = '' or e.state = :state)
            order by e.id desc
            limit :limit
            """.formatted(EffectSummary.COLUMNS, RECENT);

    /** The last effect that a full window holds. */
    private static final String REACH = RECENT + "limit 1 offset " + (Page.WINDOW - 1);

    private static final String DETAIL = """
            -- effect: show an effect
            select %s, e.idempotency_key, e.method, e.url, e.headers, e.body, e.answer
            from effect as e
            where e.id = :id
            """.formatted(EffectSummary.COLUMNS);

    private static final String OF_JOB = """
            -- effect: the effects of a job generation
            select %s
            from effect as e
            where e.job_row = :owner
            order by e.id
            limit :max
            """.formatted(EffectSummary.COLUMNS);

    private static final String OF_RUN = """
            -- effect: the effects of a run
            select %s
            from effect as e
            where e.run_id = :owner
            order by e.id
            limit :max
            """.formatted(EffectSummary.COLUMNS);

    private final Store store;

    public EffectList(Store store) {
        this.store = store;
    }

    /** A page of effects. */
    public Page<EffectSummary> list(Filter filter) {
        return store.read(tx -> page(tx, filter));
    }

    /** An effect by its row; empty if there is none. */
    public Optional<EffectDetail> show(long id) {
        return store.read(tx -> tx
                .query(
                        DETAIL,
                        Map.of("id", id),
                        row -> new EffectDetail(
                                EffectSummary.read(row),
                                row.getString(15),
                                new FrozenRequest(
                                        row.getString(16),
                                        row.getString(17),
                                        HeaderText.read(row.getString(18)),
                                        row.getBytes(19)),
                                Optional.ofNullable(row.getString(20))))
                .stream()
                .findFirst());
    }

    /** The effects of a run or job generation, oldest first; a hundred at most. */
    public List<EffectSummary> of(EffectOwner owner) {
        return store.read(tx -> owner instanceof EffectOwner.OfRun run
                ? tx.query(OF_RUN, Map.of("owner", run.runId(), "max", OF_OWNER_MAX), EffectSummary::read)
                : tx.query(
                        OF_JOB,
                        Map.of("owner", ((EffectOwner.OfJob) owner).jobRow(), "max", OF_OWNER_MAX),
                        EffectSummary::read));
    }

    private static Page<EffectSummary> page(Tx tx, Filter filter) {
        var parameters = Map.<String, Object>of(
                "before",
                filter.before.orElse(Long.MAX_VALUE),
                "name",
                filter.name.orElse(""),
                "state",
                filter.state.map(EffectState::word).orElse(""),
                "window",
                filter.narrow() ? Page.WINDOW : filter.limit,
                "limit",
                filter.limit);
        var effects = tx.query(LIST, parameters, EffectSummary::read);
        if (effects.size() == filter.limit) {
            return new Page<>(
                    effects, Optional.of(effects.get(effects.size() - 1).id()));
        }
        // Fewer than asked for: either that was all, or the window ended first.
        return new Page<>(
                effects,
                filter.narrow()
                        ? tx.query(REACH, parameters, row -> row.getLong(1)).stream()
                                .findFirst()
                        : Optional.empty());
    }
}

package dev.longstop.job;

import dev.longstop.queue.WaitingRuns;
import dev.longstop.store.Batch;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Runs that began to wait for a job after it was over: the outcome was quicker than the settlement of the attempt that
 * launched it. They end as they would have.
 */
public final class OverdueRuns {

    private static final int MAX = 500;

    private static final String FIND = """
            -- job: outcomes that runs still wait for
            select j.id, j.state, j.result, j.agent
            from run as r
            join job as j on j.id = r.job_row
            where r.state = 'waiting'
                and r.wait_until > 0
                and j.ended_at is not null
                and j.superseded = 0
            order by r.wait_until, r.id
            limit :max
            """;

    private record Outcome(long jobRow, JobState state, Optional<String> result, Optional<String> agent) {}

    private final Store store;
    private final EffectPlan plan;

    private final Batch<Integer, Integer> catchUp = new Batch<>() {
        @Override
        public String name() {
            return "overdue-runs";
        }

        @Override
        public List<Integer> apply(Tx tx, List<Integer> items) {
            var counts = new ArrayList<Integer>();
            items.forEach(max -> counts.add(catchUp(tx, max)));
            return List.copyOf(counts);
        }
    };

    /**
     * Runs in a store.
     *
     * @param plan says how often a job that failed is launched again
     */
    public OverdueRuns(Store store, EffectPlan plan) {
        this.store = store;
        this.plan = plan;
    }

    /** Ends them; gives of how many jobs. */
    public CompletionStage<Integer> end() {
        return store.submit(catchUp, MAX);
    }

    private int catchUp(Tx tx, int max) {
        var outcomes = tx.query(
                FIND,
                Map.of("max", max),
                row -> new Outcome(
                        row.getLong(1),
                        JobState.of(row.getString(2)),
                        Optional.ofNullable(row.getString(3)),
                        Optional.ofNullable(row.getString(4))));
        WaitingRuns.again(
                tx,
                outcomes.stream().distinct().flatMap(one -> again(one).stream()).toList());
        WaitingRuns.end(
                tx,
                outcomes.stream()
                        .distinct()
                        .map(one ->
                                new WaitingRuns.End(one.jobRow, Changes.end(one.state), one.state.word(), one.result))
                        .toList());
        return outcomes.size();
    }

    private Optional<WaitingRuns.Again> again(Outcome one) {
        int times =
                one.state == JobState.FAILED ? one.agent.map(plan::relaunches).orElse(0) : 0;
        return times > 0 ? Optional.of(new WaitingRuns.Again(one.jobRow, times)) : Optional.empty();
    }
}

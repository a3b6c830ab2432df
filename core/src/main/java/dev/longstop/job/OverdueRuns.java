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
            select j.id, j.state, j.result
            from run as r
            join job as j on j.id = r.job_row
            where r.state = 'waiting'
                and r.wait_until > 0
                and j.ended_at is not null
                and j.superseded = 0
            order by r.wait_until, r.id
            limit :max
            """;

    private record Outcome(long jobRow, JobState state, Optional<String> result) {}

    private static final Batch<Integer, Integer> CATCH_UP = new Batch<>() {
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

    private final Store store;

    public OverdueRuns(Store store) {
        this.store = store;
    }

    /** Ends them; gives of how many jobs. */
    public CompletionStage<Integer> end() {
        return store.submit(CATCH_UP, MAX);
    }

    private static int catchUp(Tx tx, int max) {
        var outcomes = tx.query(
                FIND,
                Map.of("max", max),
                row -> new Outcome(
                        row.getLong(1), JobState.of(row.getString(2)), Optional.ofNullable(row.getString(3))));
        WaitingRuns.end(
                tx,
                outcomes.stream()
                        .distinct()
                        .map(one ->
                                new WaitingRuns.End(one.jobRow, Changes.end(one.state), one.state.word(), one.result))
                        .toList());
        return outcomes.size();
    }
}

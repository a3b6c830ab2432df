package dev.longstop.job;

import dev.longstop.queue.Aftermath;
import dev.longstop.store.Bulk;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The jobs of runs that are given up: in the same commit it is written down that they are to end, and their platforms
 * are asked until they take it. What becomes of a job its platform alone says.
 *
 * <p>A run that waits for a job goes on waiting when a person cancels it, where the platform can be asked: it ends with
 * the job. Where it cannot, the run ends at once, and the agent's effects do not follow the job any more.
 */
public final class JobsOfRuns implements Aftermath {

    private static final Bulk OPEN = Bulk.of("run_id bigint", """
            -- job: the unfinished jobs of runs
            select r.id, j.id, j.platform
            from <rows> as v
            join run as r on r.id = v.run_id
            join job as j on j.id = r.job_row
            where j.ended_at is null and j.job_id is not null
            """);

    private static final Bulk WANT = Bulk.of("job_row bigint, now_ms bigint", """
            -- job: want jobs to end
            update job set cancel_requested_at = v.now_ms, next_ask_at = v.now_ms
            from <rows> as v
            where job.id = v.job_row and job.ended_at is null and job.cancel_requested_at is null
            """);

    private final Aftermath rest;
    private final Set<String> cancelling;

    /** A run, its job, and the job's platform. */
    private record Open(long runId, long jobRow, String platform) {}

    /**
     * What follows for jobs, and the rest of what follows.
     *
     * @param rest what follows besides
     * @param cancelling the platforms that can be asked to end a job, by their names in the configuration
     */
    public JobsOfRuns(Aftermath rest, Set<String> cancelling) {
        this.rest = rest;
        this.cancelling = Set.copyOf(cancelling);
    }

    @Override
    public void follow(Tx tx, List<Over> runs) {
        rest.follow(tx, runs);
    }

    @Override
    public Set<Long> giveUp(Tx tx, List<Long> runs) {
        var rows = runs.stream().map(run -> new Object[] {run}).toList();
        var open = tx.query(OPEN, rows, row -> new Open(row.getLong(1), row.getLong(2), row.getString(3))).stream()
                .filter(one -> cancelling.contains(one.platform))
                .toList();
        want(tx, open.stream().map(Open::jobRow).sorted().distinct().toList());
        return open.stream().map(Open::runId).collect(Collectors.toSet());
    }

    /** Writes down that jobs are to end, once each; whoever asks for them next asks for that, too. */
    static void want(Tx tx, List<Long> jobRows) {
        long nowMs = tx.nowMs();
        tx.write(WANT, jobRows.stream().map(job -> new Object[] {job, nowMs}).toList());
    }
}

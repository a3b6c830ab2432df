package dev.longstop.queue;

import dev.longstop.event.SafeText;
import dev.longstop.store.Bulk;
import dev.longstop.store.Tx;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Runs that wait for a job: what decides about the job decides about them, in the same commit. */
public final class WaitingRuns {

    private static final Bulk END =
            Bulk.of("awaited bigint, next text, over_at bigint, said text, output text, output_cut integer", """
            -- queue: end the runs that waited for jobs
            update run set
                state = v.next,
                wait_until = null,
                ended_at = v.over_at,
                outcome = v.said,
                result = v.output,
                result_cut = v.output_cut
            from <rows> as v
            where run.job_row = v.awaited and run.state = 'waiting'
            """);

    private static final Bulk MOVE = Bulk.of("awaited bigint, instead bigint", """
            -- queue: let runs wait for the next generation
            update run set job_row = v.instead
            from <rows> as v
            where run.job_row = v.awaited and run.state <> 'done'
            """);

    private static final Bulk GIVEN_UP = Bulk.of("awaited bigint", """
            -- queue: the jobs whose runs were given up
            select r.job_row
            from <rows> as v
            join run as r on r.job_row = v.awaited and r.state in ('superseded', 'cancelled')
            """);

    private static final String FAILED = """
            -- queue: the run whose job failed
            select r.id, r.state, r.round
            from run as r
            where r.job_row = :awaited
                and r.state in ('waiting', 'running')
                and r.round <= :rounds_max
                and not exists (
                    select 1 from run as newer
                    where newer.event_seq = r.event_seq and newer.agent = r.agent and newer.round = r.round + 1)
            order by r.id
            limit 1
            """;

    private static final String GIVE_WAY = """
            -- queue: let a run give way to its next round
            update run set
                state = 'superseded',
                wait_until = null,
                lease_until = null,
                lease_owner = null,
                ended_at = :now_ms,
                outcome = :said
            where id = :run_id and state = :was
            """;

    private static final String NEXT_ROUND = """
            -- queue: the next round of a run
            insert into run (id, event_seq, agent, round, source, lane, lane_governed, mode, urgent, state, created_at,
                due_at)
            select :id, r.event_seq, r.agent, r.round + 1, r.source, r.lane, r.lane_governed, r.mode, r.urgent,
                'pending', :now_ms, :now_ms
            from run as r
            where r.id = :run_id
            """;

    private WaitingRuns() {}

    /**
     * A job that failed, whose work is done again.
     *
     * @param jobRow the job's generation
     * @param timesMax how often that may be
     */
    public record Again(long jobRow, int timesMax) {}

    private record Failed(long runId, RunState state, int round) {}

    /** Those of some jobs whose runs were given up by a person or for newer work. */
    public static Set<Long> givenUp(Tx tx, List<Long> jobRows) {
        var rows = jobRows.stream().map(job -> new Object[] {job}).toList();
        return Set.copyOf(new HashSet<>(tx.query(GIVEN_UP, rows, row -> row.getLong(1))));
    }

    /**
     * Has the work of runs done again whose jobs failed: the run gives way to one of the next round, which is due at
     * once.
     *
     * @return the jobs for which that is so
     */
    public static Set<Long> again(Tx tx, List<Again> jobs) {
        var done = new HashSet<Long>();
        for (var job : jobs) {
            tx
                    .query(
                            FAILED,
                            Map.of("awaited", job.jobRow, "rounds_max", job.timesMax),
                            row -> new Failed(row.getLong(1), RunState.of(row.getString(2)), row.getInt(3)))
                    .stream()
                    .filter(run -> again(tx, run))
                    .forEach(run -> done.add(job.jobRow));
        }
        return Set.copyOf(done);
    }

    private static boolean again(Tx tx, Failed run) {
        var gone = Map.of(
                "run_id",
                run.runId,
                "was",
                run.state.word(),
                "now_ms",
                tx.nowMs(),
                "said",
                "its job failed; it is launched again in round " + (run.round + 1));
        return tx.update(GIVE_WAY, gone) == 1
                && tx.update(NEXT_ROUND, Map.of("id", tx.nextId("run"), "run_id", run.runId, "now_ms", tx.nowMs()))
                        == 1;
    }

    /**
     * The end of a job that runs may wait for.
     *
     * @param jobRow the job's generation
     * @param state what the runs become: over
     * @param outcome a word for people
     * @param result what the job left
     */
    public record End(long jobRow, RunState state, String outcome, Optional<String> result) {}

    /**
     * A generation that took another's place.
     *
     * @param jobRow the generation that was waited for
     * @param next the generation to wait for
     */
    public record Move(long jobRow, long next) {}

    /** Lets the runs that wait for superseded generations wait for the ones that took their place. */
    public static void move(Tx tx, List<Move> moves) {
        // One after the other: within a batch a job may have gone on by several generations.
        moves.forEach(move -> tx.write(MOVE, List.<Object[]>of(new Object[] {move.jobRow, move.next})));
    }

    /** Ends the runs that wait for jobs that are over. Which there are need not be known. */
    public static void end(Tx tx, List<End> ends) {
        long nowMs = tx.nowMs();
        tx.write(END, ends.stream().map(end -> row(end, nowMs)).toList());
    }

    private static Object[] row(End end, long nowMs) {
        var result = end.result.map(text -> ResultText.of(text, false));
        return new Object[] {
            end.jobRow,
            end.state.word(),
            nowMs,
            SafeText.of(end.outcome),
            result.map(ResultText::text).orElse(null),
            result.map(ResultText::cut).orElse(false) ? 1 : 0
        };
    }
}

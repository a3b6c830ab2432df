package dev.longstop.queue;

import dev.longstop.event.SafeText;
import dev.longstop.store.Bulk;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.Optional;

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
            where run.job_row = v.awaited and run.state = 'waiting'
            """);

    private WaitingRuns() {}

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

package dev.longstop.job;

import java.util.List;
import java.util.Optional;

/**
 * What a merge makes of a job and an observation.
 *
 * @param job the generation that the observation is kept with, as it stands after it
 * @param closed the generation that it closed by opening a newer one
 * @param verdict adopted, or why not
 * @param transition the change of state, where there is one
 * @param alerts what people are to be told; nothing of jobs that are not ours
 * @param effects whether the job's effects are due now: it came to its outcome, or with one into our hands
 */
public record Merged(
        Job job,
        Optional<Job> closed,
        Verdict verdict,
        Optional<Transition> transition,
        List<Alert> alerts,
        boolean effects) {

    public Merged {
        alerts = job.ownership().ours() ? List.copyOf(alerts) : List.of();
        effects = effects && job.ownership().ours();
    }

    /** What a merge makes whose effects are those of its transition. */
    Merged(Job job, Optional<Job> closed, Verdict verdict, Optional<Transition> transition, List<Alert> alerts) {
        this(
                job,
                closed,
                verdict,
                transition,
                alerts,
                transition.filter(Transition::outcome).isPresent());
    }

    /** The same of a job with a row. */
    Merged withId(long row) {
        return new Merged(job.withId(row), closed, verdict, transition, alerts, effects);
    }

    /** The same, the effects due since the job came into our hands with an outcome. */
    Merged inherited() {
        return new Merged(job, closed, verdict, transition, alerts, true);
    }
}

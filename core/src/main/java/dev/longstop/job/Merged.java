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
 */
public record Merged(
        Job job, Optional<Job> closed, Verdict verdict, Optional<Transition> transition, List<Alert> alerts) {

    public Merged {
        alerts = job.ownership().ours() ? List.copyOf(alerts) : List.of();
    }
}

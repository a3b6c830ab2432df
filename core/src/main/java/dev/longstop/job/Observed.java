package dev.longstop.job;

import java.util.List;
import java.util.Optional;

/**
 * What became of an observation.
 *
 * @param jobRow the generation that it is kept with
 * @param generation that generation's ordinal
 * @param state where that generation stands after it
 * @param verdict adopted, or why not
 * @param transition the change of state, where there is one
 * @param alerts what people are to be told
 * @param sinceFinishMs how long ago the platform says that it ended, in milliseconds; where it says so
 */
public record Observed(
        long jobRow,
        int generation,
        JobState state,
        Verdict verdict,
        Optional<Transition> transition,
        List<Alert> alerts,
        Optional<Long> sinceFinishMs) {}

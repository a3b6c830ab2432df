package dev.longstop.job;

import java.util.List;
import java.util.Optional;

/**
 * Everything about one generation of a job.
 *
 * @param summary what lists show
 * @param askWith what is needed to ask for it, as a JSON object
 * @param raw the platform's own words, as a JSON object
 * @param flags what comes with its state, as a JSON list
 * @param attention what somebody should do
 * @param finishedAtMs when the platform says that it ended
 * @param result what the work left
 * @param contradictions outcomes that differed from the one that stands
 * @param lostSinceMs since when its platform does not know it
 * @param cancelRequestedAtMs when its platform was asked to end it
 * @param observations what was seen of it, the newest first
 */
public record JobDetail(
        JobSummary summary,
        String askWith,
        String raw,
        String flags,
        Optional<String> attention,
        Optional<Long> finishedAtMs,
        Optional<String> result,
        int contradictions,
        Optional<Long> lostSinceMs,
        Optional<Long> cancelRequestedAtMs,
        List<Sighting> observations) {

    public JobDetail {
        observations = List.copyOf(observations);
    }

    /**
     * An observation that was kept.
     *
     * @param n its number within the job
     * @param channel who said so
     * @param observedAtMs when it was merged, in epoch milliseconds of the store's time
     * @param state what it said; empty for a nudge
     * @param verdict what the merge made of it
     * @param eventSeq the event that brought it, where one did
     */
    public record Sighting(
            int n,
            Channel channel,
            long observedAtMs,
            Optional<JobState> state,
            String verdict,
            Optional<Long> eventSeq) {}
}

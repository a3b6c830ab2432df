package dev.longstop.job;

import java.util.Optional;

/**
 * What one channel saw of a job, at a time.
 *
 * @param job the job
 * @param channel who says so
 * @param readStartedAtMs when the read began that saw it, or when the push arrived, in epoch milliseconds of the
 *     store's time
 * @param epoch the generation that it speaks of, where it names one
 * @param seen what it says; empty for a nudge, which only says "look now"
 * @param eventSeq the event that brought it, where one did
 * @param stranger what to make of the job if it is not known
 */
public record Observation(
        JobKey job,
        Channel channel,
        long readStartedAtMs,
        Optional<Epoch> epoch,
        Optional<Seen> seen,
        Optional<Long> eventSeq,
        Stranger stranger) {

    /**
     * What a job becomes that is first heard of by an observation (I10, R5).
     *
     * @param ownership whose it is taken to be
     * @param askWith what is needed to ask for it, as a JSON object
     */
    public record Stranger(Ownership ownership, String askWith) {

        /** Followed like any other. */
        public static final Stranger TRACKED = new Stranger(Ownership.TRACKED, "{}");
    }
}

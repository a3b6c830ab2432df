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
 * @param reopens whether it says that we set the same job to work again: a generation without a name of its own
 */
public record Observation(
        JobKey job,
        Channel channel,
        long readStartedAtMs,
        Optional<Epoch> epoch,
        Optional<Seen> seen,
        Optional<Long> eventSeq,
        Stranger stranger,
        boolean reopens) {

    /** An observation that reopens nothing. */
    public Observation(
            JobKey job,
            Channel channel,
            long readStartedAtMs,
            Optional<Epoch> epoch,
            Optional<Seen> seen,
            Optional<Long> eventSeq,
            Stranger stranger) {
        // tidy: the record without its rarest part
        this(job, channel, readStartedAtMs, epoch, seen, eventSeq, stranger, false);
    }

    /** That a job was launched for an agent: it is ours, whoever heard of it first. */
    public static Observation launched(JobKey job, long atMs, String agent, String askWith) {
        return new Observation(
                job,
                Channel.LAUNCH,
                atMs,
                Optional.empty(),
                Optional.of(Seen.of(JobState.QUEUED)),
                Optional.empty(),
                Stranger.launched(agent, askWith));
    }

    /** The same, by which the job was set to work again. */
    public Observation reopening() {
        return new Observation(job, channel, readStartedAtMs, epoch, seen, eventSeq, stranger, true);
    }

    /**
     * What a job becomes that is first heard of by an observation (I10, R5).
     *
     * @param ownership whose it is taken to be
     * @param askWith what is needed to ask for it, as a JSON object
     * @param agent the agent that started it, where one did
     * @param startedAtMs when it was started, where that is known, in epoch milliseconds of the store's time
     * @param claims whether a job that is known already becomes so, too: a person registered it, or its key was read
     */
    public record Stranger(
            Ownership ownership, String askWith, Optional<String> agent, Optional<Long> startedAtMs, boolean claims) {

        /** Nothing is needed to ask, or nothing is known. */
        static final String NOTHING = "{}";

        /** Followed like any other. */
        public static final Stranger TRACKED = new Stranger(Ownership.TRACKED, NOTHING);

        /** A job that is first heard of, without agent. */
        public Stranger(Ownership ownership, String askWith) {
            this(ownership, askWith, Optional.empty(), Optional.empty(), false);
        }

        /** The claim of a launch: the job is ours, of this agent. */
        public static Stranger launched(String agent, String askWith) {
            return new Stranger(Ownership.PLANTED, askWith, Optional.of(agent), Optional.empty(), true);
        }

        /** A claim: the job is somebody's from now on, whatever it was. */
        public static Stranger claiming(Ownership ownership, String askWith, Optional<Long> startedAtMs) {
            return new Stranger(ownership, askWith, Optional.empty(), startedAtMs, true);
        }
    }
}

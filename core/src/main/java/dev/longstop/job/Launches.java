package dev.longstop.job;

import dev.longstop.store.Store;
import java.util.concurrent.CompletionStage;

/**
 * The intents of launches: written before anything is sent, so that a crash at any point leaves a trace by which the
 * job is found, or a question for a person, and never a second job in silence.
 *
 * <p><i>Threads</i>: safe. Stages complete on a thread of the store. <i>Errors</i>: a stage fails with {@code
 * StoreFailure} if nothing of the item was written. <i>Promises</i>: R23, I8. <i>Source</i>: design section 4,
 * "Effects".
 */
public final class Launches {

    private final Store store;

    public Launches(Store store) {
        this.store = store;
    }

    /**
     * What is launched.
     *
     * @param platform the platform's name in the configuration
     * @param key the key that is planted: the same for every attempt of one run
     * @param agent the agent
     * @param askWith what is needed to ask for the job, and what its effects may speak of, as a JSON object
     * @param runId the run that it is launched for
     */
    public record Plan(String platform, String key, String agent, String askWith, long runId) {}

    /**
     * An intent, as it stands.
     *
     * @param jobRow its row, which is the job's
     * @param stage how far the launch came
     * @param jobId the platform's id; empty unless {@link Stage#KNOWN}
     */
    public record Intent(long jobRow, Stage stage, String jobId) {}

    /** How far a launch came. */
    public enum Stage {
        /** Written down; nothing was sent. */
        INTENDED,
        /** It may have been sent, and no id came back. */
        SENT,
        /** The platform's id is known. */
        KNOWN,
        /** It cannot be known whether there is a job; a person decides. */
        UNCERTAIN
    }

    /** Writes the intent down, or gives the one that is there. */
    public CompletionStage<Intent> intend(Plan plan) {
        return store.submit(LaunchBatch.LAUNCH, new LaunchBatch.Intend(plan));
    }

    /** Says how far a launch came that is not known yet; nothing is written to one that is. */
    public CompletionStage<Intent> reached(Plan plan, Stage stage) {
        return store.submit(LaunchBatch.LAUNCH, new LaunchBatch.Reach(plan, stage));
    }

    /**
     * The platform named the job, which is the run's from now on. If a webhook outran that answer, the job has a row
     * already: the intent is closed, and that row takes its place. Where the run was given up meanwhile, the job is to
     * end.
     */
    public CompletionStage<Intent> known(Plan plan, String jobId) {
        return store.submit(LaunchBatch.LAUNCH, new LaunchBatch.Know(plan, JobKey.of(plan.platform(), jobId)));
    }

    /** A job that a run's agent started itself is the run's; where the run was given up meanwhile, it is to end. */
    public CompletionStage<Boolean> handedOver(long jobRow, long runId) {
        return store.submit(LaunchBatch.HAND_OVER, new LaunchBatch.HandedOver(jobRow, runId));
    }

    /** Keeps that the platform was asked to end a job, and not again; the job stays what its platform says. */
    public CompletionStage<Boolean> cancelSent(long jobRow) {
        return store.submit(CancelBatch.CANCEL, jobRow);
    }
}

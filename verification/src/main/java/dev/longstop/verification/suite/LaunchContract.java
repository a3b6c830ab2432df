package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.inbox.Inbox;
import dev.longstop.job.Channel;
import dev.longstop.job.JobState;
import dev.longstop.job.Jobs;
import dev.longstop.job.Launches;
import dev.longstop.job.Launches.Plan;
import dev.longstop.job.Launches.Stage;
import dev.longstop.job.MergeSettings;
import dev.longstop.job.Observation;
import dev.longstop.job.Observation.Stranger;
import dev.longstop.job.OverdueRuns;
import dev.longstop.job.Ownership;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The intents of launches, on every store (R23). */
public interface LaunchContract {

    /** The database of a test. */
    Stores stores();

    /** The intent is written once, over restarts and nodes, and goes on to the job that it became. */
    @Test
    default void anIntentIsWrittenOnce() {
        var plan = plan("k1");
        var stages = new ArrayList<CompletionStage<Launches.Intent>>();
        for (int i = 0; i < 10; i++) {
            stages.add(new Launches(stores().one()).intend(plan));
            stages.add(new Launches(stores().other()).intend(plan));
        }
        assertThat(Answers.of(stages))
                .extracting(Launches.Intent::jobRow)
                .containsOnly(one(plan).jobRow());
        assertThat(one(plan).stage()).isEqualTo(Stage.INTENDED);
        Answers.of(launches().reached(plan, Stage.SENT));
        stores().restart();
        assertThat(one(plan).stage()).isEqualTo(Stage.SENT);
        var known = Answers.of(launches().known(plan, "j1"));
        assertThat(known.jobRow()).isEqualTo(one(plan).jobRow());
        assertThat(known.jobId()).isEqualTo("j1");
        assertThat(one(plan)).isEqualTo(known);
        assertThat(rows().count("job")).isEqualTo(1);
        assertThat(rows().count("job where next_ask_at is not null and ownership = 'planted'"))
                .isEqualTo(1);
    }

    /** What is known stays known, whatever comes late. */
    @Test
    default void whatIsKnownStays() {
        var plan = plan("k1");
        Answers.of(launches().known(plan, "j1"));
        Answers.of(launches().reached(plan, Stage.UNCERTAIN));
        Answers.of(launches().known(plan, "j2"));
        assertThat(one(plan).jobId()).isEqualTo("j1");
        assertThat(one(plan).stage()).isEqualTo(Stage.KNOWN);
    }

    /** A webhook outran the answer: the job's own row takes the intent's place, and is found by its key. */
    @Test
    default void aJobThatOutranItsLaunchKeepsItsRow() {
        var plan = plan("k1");
        Answers.of(launches().intend(plan));
        var push = Sightings.push("j1", JobState.SUCCEEDED);
        var orphan = observe(new Observation(
                push.job(),
                Channel.PUSH,
                1,
                Optional.empty(),
                push.seen(),
                Optional.empty(),
                new Stranger(Ownership.ORPHAN, "{}")));
        var known = Answers.of(launches().known(plan, "j1"));
        assertThat(known.jobRow()).isEqualTo(orphan);
        assertThat(one(plan)).isEqualTo(known);
        assertThat(rows().count("job where job_id is null and superseded = 1")).isEqualTo(1);
        observe(new Observation(
                push.job(),
                Channel.LAUNCH,
                1,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Stranger.launched("triage", "{}")));
        observe(Sightings.pull("j1", JobState.SUCCEEDED));
        assertThat(rows().count("effect")).isEqualTo(1);
        assertThat(rows().count("job where ownership = 'planted' and agent = 'triage' and state = 'succeeded'"))
                .isEqualTo(1);
    }

    /** A run that began to wait when its job was over already ends all the same (H14). */
    @Test
    default void aRunThatWaitsForWhatIsOverEnds() {
        Answers.of(new Inbox(stores().one()).accept(Letters.one("e1", "1")));
        long job = observe(Sightings.pull("j1", JobState.SUCCEEDED));
        long open = observe(Sightings.pull("j2", JobState.RUNNING));
        rows().change("update run set state = 'waiting', due_at = null, wait_until = 9, job_row = " + open);
        assertThat(Answers.of(new OverdueRuns(stores().one()).end())).isZero();
        rows().change("update run set job_row = " + job);
        assertThat(Answers.of(new OverdueRuns(stores().one()).end())).isEqualTo(1);
        assertThat(rows().count("run where state = 'done' and outcome = 'succeeded'"))
                .isEqualTo(1);
        assertThat(Answers.of(new OverdueRuns(stores().other()).end())).isZero();
    }

    private static Plan plan(String key) {
        return new Plan(Sightings.PLATFORM, key, "triage", "{}");
    }

    private Launches.Intent one(Plan plan) {
        return Answers.of(launches().intend(plan));
    }

    private Launches launches() {
        return new Launches(stores().one());
    }

    private long observe(Observation observation) {
        return Answers.of(new Jobs(stores().one(), Sightings.COMMENT, MergeSettings.DEFAULT).observe(observation))
                .jobRow();
    }

    private Rows rows() {
        return new Rows(stores().one());
    }
}

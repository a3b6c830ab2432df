package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.effect.EffectSeed;
import dev.longstop.inbox.Inbox;
import dev.longstop.job.Asks;
import dev.longstop.job.Channel;
import dev.longstop.job.EffectPlan;
import dev.longstop.job.Job;
import dev.longstop.job.JobKey;
import dev.longstop.job.JobState;
import dev.longstop.job.Jobs;
import dev.longstop.job.JobsOfRuns;
import dev.longstop.job.Launches;
import dev.longstop.job.Launches.Plan;
import dev.longstop.job.Launches.Stage;
import dev.longstop.job.MergeSettings;
import dev.longstop.job.Observation;
import dev.longstop.job.Observation.Stranger;
import dev.longstop.job.OverdueRuns;
import dev.longstop.job.Ownership;
import dev.longstop.job.Seen;
import dev.longstop.queue.Act;
import dev.longstop.queue.Acted;
import dev.longstop.queue.Aftermath;
import dev.longstop.queue.Busy;
import dev.longstop.queue.Policy;
import dev.longstop.queue.RunMode;
import dev.longstop.queue.RunSeed;
import dev.longstop.queue.Runs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The intents of launches, and the runs that wait for what was launched, on every store (R23). */
public interface LaunchContract {

    /** An effect of the agent, none of the platform; a job that failed is launched again once. */
    EffectPlan OF_AGENT = new EffectPlan() {
        @Override
        public List<EffectSeed> effects(Job job) {
            return job.agent().isPresent() ? Sightings.COMMENT.effects(job) : List.of();
        }

        @Override
        public int relaunches(String agent) {
            return 1;
        }
    };

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
        assertThat(Answers.of(new OverdueRuns(stores().one(), Sightings.COMMENT).end()))
                .isZero();
        rows().change("update run set job_row = " + job);
        assertThat(Answers.of(new OverdueRuns(stores().one(), Sightings.COMMENT).end()))
                .isEqualTo(1);
        assertThat(rows().count("run where state = 'done' and outcome = 'succeeded'"))
                .isEqualTo(1);
        assertThat(Answers.of(new OverdueRuns(stores().other(), Sightings.COMMENT).end()))
                .isZero();
    }

    /** A person cancels: the platform is asked until it takes that, and what it says then is the end (M5, H14). */
    @Test
    default void aCancelledRunEndsAsThePlatformSays() {
        for (var said : List.of(JobState.CANCELLED, JobState.SUCCEEDED)) {
            rows().empty();
            long run = waiting("j");
            for (int i = 0; i < 2; i++) {
                assertThat(cancel(run, Set.of(Sightings.PLATFORM))).isInstanceOf(Acted.Did.class);
                assertThat(rows().count("run where state = 'waiting'")).isEqualTo(1);
            }
            var asks = new Asks(stores().other());
            var asked = Answers.of(asks.take(Sightings.PLATFORM, 9, 1_000)).get(0);
            assertThat(asked.endWanted()).isTrue();
            Answers.of(asks.plan(asked, 0));
            assertThat(Answers.of(launches().cancelSent(asked.jobRow()))).isTrue();
            assertThat(Answers.of(asks.take(Sightings.PLATFORM, 9, 1_000)))
                    .singleElement()
                    .satisfies(again -> assertThat(again.endWanted()).isFalse());
            observe(Sightings.pull("j", said));
            assertThat(rows().texts("select state || ' ' || outcome from run"))
                    .containsExactly((said == JobState.SUCCEEDED ? "done " : "cancelled ") + said.word());
            assertThat(rows().count("effect")).isEqualTo(1);
        }
    }

    /** A platform that cannot be asked is not waited for: the run is over at once, and nothing follows it any more. */
    @Test
    default void whatCannotBeAskedToEndIsGivenUpHere() {
        long run = waiting("j");
        cancel(run, Set.of("other"));
        assertThat(rows().count("run where state = 'cancelled'")).isEqualTo(1);
        assertThat(rows().count("job where cancel_requested_at is not null")).isZero();
        observe(Sightings.pull("j", JobState.SUCCEEDED));
        assertThat(rows().count("job where state = 'succeeded'")).isEqualTo(1);
        assertThat(rows().count("effect")).isZero();
    }

    /** U3: newer work of a lane ends the older's job, and what that still leads to is refused. */
    @Test
    default void theJobOfASupersededRunIsToEnd() {
        long older = waiting("j");
        var aftermath = new JobsOfRuns(Aftermath.none(), Set.of(Sightings.PLATFORM));
        var policy = new Policy(Busy.SUPERSEDE, List.of());
        var seed = new RunSeed("triage", RunMode.LIVE, Optional.of("L"), Optional.empty(), false);
        Answers.of(new Inbox(stores().one(), agent -> policy, aftermath).accept(Letters.one("e2", "2", seed)));
        assertThat(rows().texts("select state from run where id = " + older)).containsExactly("superseded");
        assertThat(Answers.of(new Asks(stores().one()).take(Sightings.PLATFORM, 9, 1_000)))
                .singleElement()
                .satisfies(job -> assertThat(job.endWanted()).isTrue());
        observe(Sightings.pull("j", JobState.SUCCEEDED));
        assertThat(rows().count("effect")).isZero();
    }

    /** It was given up between the launch and its answer: the job is to end as soon as it has a name. */
    @Test
    default void aJobThatIsNamedTooLateIsToEnd() {
        long run = run();
        var plan = new Plan(Sightings.PLATFORM, "k1", "triage", "{}", run);
        Answers.of(launches().intend(plan));
        cancel(run, Set.of(Sightings.PLATFORM));
        Answers.of(launches().known(plan, "j"));
        assertThat(rows().count("job where job_id = 'j' and cancel_requested_at is not null"))
                .isEqualTo(1);
        long other = observe(Sightings.pull("k", JobState.RUNNING));
        assertThat(Answers.of(launches().handedOver(other, run))).isFalse();
        assertThat(rows().count("job where job_id = 'k' and cancel_requested_at is not null"))
                .isEqualTo(1);
    }

    /** A job that failed is launched again, so often: the effects are those of the last one. */
    @Test
    default void aJobThatFailedIsLaunchedAgain() {
        waiting("j");
        observe(Sightings.pull("j", JobState.FAILED));
        assertThat(rows().texts("select state || ' ' || round from run order by round limit 9"))
                .containsExactly("superseded 1", "pending 2");
        assertThat(rows().count("effect")).isZero();
        launched(
                "k",
                rows().all("select id from run where round = 2", row -> row.getLong(1))
                        .get(0));
        observe(Sightings.pull("k", JobState.FAILED));
        assertThat(rows().texts("select state || ' ' || round from run order by round limit 9"))
                .containsExactly("superseded 1", "dead 2");
        assertThat(rows().count("effect")).isEqualTo(1);
    }

    /** The same where the job had failed before its run began to wait for it. */
    @Test
    default void aJobThatHadFailedIsLaunchedAgain() {
        long job = observe(Sightings.pull("j", JobState.FAILED));
        rows().change("update job set agent = 'triage'");
        rows().change("update run set state = 'waiting', due_at = null, wait_until = 9, job_row = " + job
                + " where id = " + run());
        assertThat(Answers.of(new OverdueRuns(stores().one(), OF_AGENT).end())).isEqualTo(1);
        assertThat(rows().texts("select state || ' ' || round from run order by round limit 9"))
                .containsExactly("superseded 1", "pending 2");
    }

    /** A run in a lane, which waits for a job that was launched for it; gives the run's id. */
    private long waiting(String job) {
        long run = run();
        rows().change("update run set lane = 'L', lane_governed = 1 where id = " + run);
        launched(job, run);
        return run;
    }

    private long run() {
        Answers.of(new Inbox(stores().one()).accept(Letters.one("e1", "1")));
        return rows().all("select id from run", row -> row.getLong(1)).get(0);
    }

    private void launched(String job, long run) {
        var plan = new Plan(Sightings.PLATFORM, "k of " + job, "triage", "{}", run);
        Answers.of(launches().intend(plan));
        Answers.of(launches().known(plan, job));
        observe(new Observation(
                JobKey.of(Sightings.PLATFORM, job),
                Channel.LAUNCH,
                1,
                Optional.empty(),
                Optional.of(Seen.of(JobState.QUEUED)),
                Optional.empty(),
                Stranger.launched("triage", "{}")));
        rows().change("update run set state = 'waiting', due_at = null, wait_until = 9 where id = " + run);
    }

    private Acted cancel(long run, Set<String> cancelling) {
        var aftermath = new JobsOfRuns(Aftermath.none(), cancelling);
        return Answers.of(new Runs(stores().one(), Chance.HIGHEST, aftermath).act(Act.CANCEL, run, "me"));
    }

    private static Plan plan(String key) {
        return new Plan(Sightings.PLATFORM, key, "triage", "{}", 1);
    }

    private Launches.Intent one(Plan plan) {
        return Answers.of(launches().intend(plan));
    }

    private Launches launches() {
        return new Launches(stores().one());
    }

    private long observe(Observation observation) {
        return Answers.of(new Jobs(stores().one(), OF_AGENT, MergeSettings.DEFAULT).observe(observation))
                .jobRow();
    }

    private Rows rows() {
        return new Rows(stores().one());
    }
}

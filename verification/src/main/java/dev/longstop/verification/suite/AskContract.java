package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.job.AskedJob;
import dev.longstop.job.Asks;
import dev.longstop.job.Channel;
import dev.longstop.job.Deadlines;
import dev.longstop.job.JobKey;
import dev.longstop.job.JobState;
import dev.longstop.job.Jobs;
import dev.longstop.job.MergeSettings;
import dev.longstop.job.Observation;
import dev.longstop.job.Observation.Stranger;
import dev.longstop.job.Ownership;
import dev.longstop.job.SlaWeek;
import dev.longstop.job.Told;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whose turn it is to be asked for, and what time makes true, on every store: R12, R14, R16 to R18. */
public interface AskContract {

    /** The database of a test. */
    Stores stores();

    /** Only unfinished jobs of that platform have a turn, and each has it once. */
    @Test
    default void onlyUnfinishedJobsHaveTheirTurn() {
        observe(Sightings.pull("open", JobState.RUNNING));
        observe(Sightings.pull("over", JobState.SUCCEEDED));
        assertThat(take("elsewhere", 10)).isEmpty();
        var taken = take(Sightings.PLATFORM, 10);
        assertThat(taken).singleElement().satisfies(job -> {
            assertThat(job.key().jobId()).isEqualTo("open");
            assertThat(job.seen()).isTrue();
            assertThat(job.asks()).isEqualTo(1);
            assertThat(job.askWith()).isEqualTo("{}");
        });
        assertThat(take(Sightings.PLATFORM, 10)).isEmpty();
    }

    /** Two nodes never ask for one job at once. */
    @Test
    default void twoStoresNeverTakeTheSameJob() {
        for (int i = 0; i < 50; i++) {
            observe(Sightings.pull("j" + i, JobState.RUNNING));
        }
        var one = new Asks(stores().one());
        var other = new Asks(stores().other());
        var stages = new ArrayList<java.util.concurrent.CompletionStage<List<AskedJob>>>();
        for (int i = 0; i < 10; i++) {
            stages.add(one.take(Sightings.PLATFORM, 5, 60_000));
            stages.add(other.take(Sightings.PLATFORM, 5, 60_000));
        }
        var taken = Answers.of(stages).stream()
                .flatMap(List::stream)
                .map(AskedJob::jobRow)
                .toList();
        assertThat(taken).doesNotHaveDuplicates();
        assertThat(taken.size() + take(Sightings.PLATFORM, 50).size()).isEqualTo(50);
    }

    /** The next turn is planned, unless a nudge came since: then it is now. */
    @Test
    default void aNudgeGoesBeforeWhatWasPlanned() {
        observe(Sightings.pull("j", JobState.RUNNING));
        var asks = new Asks(stores().one());
        var first = take(Sightings.PLATFORM, 1).get(0);
        assertThat(Answers.of(asks.plan(first, 0))).isTrue();
        var second = take(Sightings.PLATFORM, 1).get(0);
        assertThat(second.asks()).isEqualTo(2);
        observe(nudge("j"));
        assertThat(Answers.of(asks.plan(second, 3_600_000))).isFalse();
        var third = take(Sightings.PLATFORM, 1).get(0);
        assertThat(third.nudgedAtMs()).isPresent();
        assertThat(Answers.of(asks.plan(third, 3_600_000))).isTrue();
        assertThat(take(Sightings.PLATFORM, 1)).isEmpty();
    }

    /** At a start every unfinished job has its turn, however far off it was planned (H10). */
    @Test
    default void atAStartEveryUnfinishedJobHasItsTurn() {
        observe(Sightings.pull("open", JobState.RUNNING));
        observe(Sightings.pull("over", JobState.FAILED));
        var asks = new Asks(stores().one());
        Answers.of(asks.plan(take(Sightings.PLATFORM, 1).get(0), 3_600_000));
        stores().restart();
        assertThat(Answers.of(new Asks(stores().one()).all(Sightings.PLATFORM))).isEqualTo(1);
        assertThat(take(Sightings.PLATFORM, 10))
                .extracting(job -> job.key().jobId())
                .containsExactly("open");
    }

    /** R21: a registered job is followed, with what is needed to ask for it; a push that outran it is not lost. */
    @Test
    default void aRegisteredJobIsFollowed() {
        var stranger = new Stranger(Ownership.FOREIGN, "{}");
        var push = Sightings.push("j", JobState.SUCCEEDED);
        observe(new Observation(
                push.job(),
                push.channel(),
                push.readStartedAtMs(),
                push.epoch(),
                push.seen(),
                push.eventSeq(),
                stranger));
        assertThat(rows().count("effect")).isZero();
        var claim = Stranger.claiming(Ownership.TRACKED, "{\"owner\":\"acme\"}", Optional.of(5L));
        for (int i = 0; i < 2; i++) {
            observe(new Observation(
                    push.job(), Channel.OPERATOR, 1, Optional.empty(), Optional.empty(), Optional.empty(), claim));
        }
        assertThat(rows().count("effect")).isEqualTo(1);
        assertThat(rows().count("job where ownership = 'tracked' and started_at = 5"))
                .isEqualTo(1);
        assertThat(rows().texts("select ask_with from job")).containsExactly("{\"owner\":\"acme\"}");
    }

    /** Rescues, missed service levels and stuck jobs are told once, whoever looks. */
    @Test
    default void whatTimeMakesTrueIsToldOnce() {
        var bounds = new MergeSettings(1_000, 60_000, 10, 10, 10, Set.of(JobState.SUCCEEDED));
        var jobs = new Jobs(stores().one(), Sightings.COMMENT, bounds);
        Answers.of(jobs.observe(Sightings.pull("rescued", JobState.SUCCEEDED)));
        Answers.of(jobs.observe(Sightings.pull("late", JobState.RUNNING)));
        var deadlines = new Deadlines(stores().one());
        var others = new Deadlines(stores().other());
        long later = stores().one().clockMs() + 60_000;
        assertThat(Answers.of(deadlines.rescues(0))).isEmpty();
        assertThat(ids(Answers.of(deadlines.rescues(later)))).containsExactly("rescued");
        assertThat(Answers.of(others.rescues(later))).isEmpty();
        assertThat(ids(Answers.of(others.breaches(later)))).containsExactly("late");
        assertThat(Answers.of(deadlines.breaches(later))).isEmpty();
        assertThat(Answers.of(deadlines.stuck("elsewhere", later))).isEmpty();
        assertThat(ids(Answers.of(deadlines.stuck(Sightings.PLATFORM, later)))).containsExactly("late");
        assertThat(Answers.of(others.stuck(Sightings.PLATFORM, later))).isEmpty();
        assertThat(rows().count("job where rescued_at is not null and rescue_due_at is null"))
                .isEqualTo(1);
        assertThat(rows().count("job where stuck_at is not null and sla_breached_at is not null"))
                .isEqualTo(1);
        assertThat(SlaWeek.last(stores().one()))
                .as("R18: reported by week, the newest first")
                .extracting(SlaWeek::breaches)
                .containsExactly(
                        Map.of(Sightings.PLATFORM, 1L),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of());
        rows().change("update job set sla_breached_at = sla_breached_at - 604800000 where sla_breached_at is not null");
        assertThat(SlaWeek.last(stores().one()).get(1).breaches()).isEqualTo(Map.of(Sightings.PLATFORM, 1L));
    }

    private static List<String> ids(List<Told> told) {
        return told.stream().map(job -> job.key().jobId()).toList();
    }

    private static Observation nudge(String job) {
        return new Observation(
                JobKey.of(Sightings.PLATFORM, job),
                Channel.PUSH,
                1,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Stranger.TRACKED);
    }

    private List<AskedJob> take(String platform, int max) {
        return Answers.of(new Asks(stores().one()).take(platform, max, 3_600_000));
    }

    private void observe(Observation observation) {
        Answers.of(new Jobs(stores().one(), Sightings.COMMENT, MergeSettings.DEFAULT).observe(observation));
    }

    private Rows rows() {
        return new Rows(stores().one());
    }
}

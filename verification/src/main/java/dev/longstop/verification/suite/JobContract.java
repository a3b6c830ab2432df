package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longstop.inbox.Inbox;
import dev.longstop.job.Alert;
import dev.longstop.job.Channel;
import dev.longstop.job.Epoch;
import dev.longstop.job.JobKey;
import dev.longstop.job.JobState;
import dev.longstop.job.Jobs;
import dev.longstop.job.MergeSettings;
import dev.longstop.job.Observation;
import dev.longstop.job.Observed;
import dev.longstop.job.Ownership;
import dev.longstop.job.Seen;
import dev.longstop.job.Sequence;
import dev.longstop.job.Verdict;
import dev.longstop.store.Store;
import dev.longstop.store.StoreFailure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** What the jobs promise on every store: I6, I7, I10, and one truth for every channel (R7). */
public interface JobContract {

    /** The database of a test. */
    Stores stores();

    /** R5, I10: a completion that outruns every record of its job is kept, merged, and has its effects. */
    @Test
    default void theOutcomeOfAnUnknownJobIsKept() {
        var observed = observe(jobs(), Sightings.push("j1", JobState.SUCCEEDED));
        assertThat(observed.verdict()).isEqualTo(Verdict.ADOPTED);
        assertThat(observed.transition()).isPresent();
        assertThat(rows().count("job where state = 'succeeded' and job_id = 'j1' and generation = 1 and"
                        + " ended_at is not null"))
                .isEqualTo(1);
        assertThat(rows().count("observation where n = 1 and channel = 'push' and verdict = 'adopted'"))
                .isEqualTo(1);
        assertThat(rows().count("effect where state = 'pending' and name = 'comment'"))
                .isEqualTo(1);
    }

    /** R10, R11: push and pull that carry the outcome at the same moment, in one batch, have one effect. */
    @Test
    default void twoObservationsOfOneJobInOneBatchAreFolded() {
        var together = new Together(stores().one());
        var jobs = jobs(together);
        var answers = List.of(
                jobs.observe(Sightings.push("j1", JobState.RUNNING)),
                jobs.observe(Sightings.push("j1", JobState.SUCCEEDED)),
                jobs.observe(Sightings.push("j2", JobState.FAILED)),
                jobs.observe(Sightings.pull("j1", JobState.SUCCEEDED)),
                jobs.observe(Sightings.pull("j1", JobState.FAILED)));
        Answers.of(together.commit());
        assertThat(Answers.of(answers))
                .extracting(Observed::verdict)
                .containsExactly(
                        Verdict.ADOPTED, Verdict.ADOPTED, Verdict.ADOPTED, Verdict.FILLED_IN, Verdict.CONTRADICTION);
        assertThat(rows().texts("select state from job order by job_id")).containsExactly("succeeded", "failed");
        assertThat(rows().texts("select verdict from observation where n > 2 order by n"))
                .containsExactly("filled_in", "contradiction");
        assertThat(rows().count("effect")).isEqualTo(2);
        assertThat(rows().count("job where contradictions = 1 and observations = 4"))
                .isEqualTo(1);
    }

    /** R11, A25: the same over two stores: one arrives first, and its transition alone has effects. */
    @Test
    default void pushAndPullAtTheSameMomentHaveOneEffect() {
        int outcomes = 0;
        var answers = new ArrayList<CompletionStage<Observed>>();
        for (int i = 0; i < 40; i++) {
            answers.add(jobs().observe(Sightings.push("j" + i, JobState.SUCCEEDED)));
            answers.add(otherJobs().observe(Sightings.pull("j" + i, JobState.SUCCEEDED)));
        }
        for (var observed : Answers.of(answers)) {
            outcomes += observed.transition().isPresent() ? 1 : 0;
        }
        assertThat(outcomes).isEqualTo(40);
        assertThat(rows().count("job")).isEqualTo(40);
        assertThat(rows().count("effect")).isEqualTo(40);
        assertThat(rows().count("observation")).isEqualTo(80);
    }

    /** Two nodes that merge the same jobs in opposite orders do not wait for each other for ever. */
    @Test
    default void oppositeOrdersFromTwoStoresDoNotDeadlock() {
        for (int round = 0; round < 20; round++) {
            var one = new Together(stores().one());
            var other = new Together(stores().other());
            var keys = new ArrayList<String>();
            for (int i = 0; i < 20; i++) {
                keys.add("j" + i);
            }
            long attempt = round;
            var answers = new ArrayList<CompletionStage<Observed>>();
            var jobsOne = jobs(one);
            keys.forEach(key -> answers.add(jobsOne.observe(Sightings.pull(key, attempt, JobState.RUNNING))));
            Collections.reverse(keys);
            var jobsOther = jobs(other);
            keys.forEach(key -> answers.add(jobsOther.observe(Sightings.pull(key, attempt, JobState.SUCCEEDED))));
            var first = one.commit();
            Answers.of(other.commit());
            Answers.of(first);
            Answers.of(answers);
        }
        assertThat(rows().count("job")).isEqualTo(20 * 20);
        assertThat(rows().count("effect")).isEqualTo(20 * 20);
    }

    /** I7: an effect exists iff its transition was committed: a crash after all statements leaves neither. */
    @Test
    default void effectsAreBornOnlyWithTheirTransition() {
        var failing = jobs(new Failing(stores().one()).transactions(1));
        assertThatThrownBy(() -> observe(failing, Sightings.push("j1", JobState.SUCCEEDED)))
                .isInstanceOf(StoreFailure.class);
        assertThat(rows().count("job")).isZero();
        assertThat(rows().count("effect")).isZero();
        assertThat(observe(failing, Sightings.push("j1", JobState.SUCCEEDED)).transition())
                .isPresent();
        for (int i = 0; i < 5; i++) {
            observe(jobs(), Sightings.pull("j1", JobState.SUCCEEDED));
            observe(jobs(), Sightings.pull("j1", JobState.RUNNING));
            observe(jobs(), Sightings.push("j1", JobState.FAILED));
        }
        assertThat(rows().count("effect")).isEqualTo(1);
        assertThat(rows().count("job where contradictions = 5 and state = 'succeeded'"))
                .isEqualTo(1);
    }

    /**
     * A job that goes on after its outcome is a new generation with effects of its own; the late end of the first is
     * history.
     */
    @Test
    default void aReRunHasItsOwnGenerationAndEffects() {
        observe(jobs(), Sightings.pull("j1", 1, JobState.FAILED));
        assertThat(observe(jobs(), Sightings.pull("j1", 2, JobState.RUNNING)).verdict())
                .isEqualTo(Verdict.OPENED);
        assertThat(observe(jobs(), Sightings.pull("j1", 1, JobState.SUCCEEDED)).verdict())
                .isEqualTo(Verdict.STALE_GENERATION);
        var ended = observe(jobs(), Sightings.pull("j1", 2, JobState.SUCCEEDED));
        assertThat(ended.generation()).isEqualTo(2);
        assertThat(rows().texts("select state from job order by generation")).containsExactly("failed", "succeeded");
        assertThat(rows().count("effect")).isEqualTo(2);
    }

    /** Several generations in one batch: each closed one is superseded, without effects. */
    @Test
    default void generationsMayOpenInOneBatch() {
        var together = new Together(stores().one());
        var jobs = jobs(together);
        for (int attempt = 1; attempt <= 3; attempt++) {
            jobs.observe(Sightings.pull("j1", attempt, JobState.RUNNING));
        }
        Answers.of(together.commit());
        assertThat(rows().count("job where superseded = 1 and state = 'running' and ended_at is not null"))
                .isEqualTo(2);
        assertThat(rows().count("job where superseded = 0 and generation = 3 and ended_at is null"))
                .isEqualTo(1);
        assertThat(rows().count("effect")).isZero();
    }

    /** Without an order the platform's own names tell generations apart, also after a restart. */
    @Test
    default void olderNamesAreRemembered() {
        var turns = List.of("a", "b", "c");
        turns.forEach(turn -> observe(jobs(), turn(turn, JobState.RUNNING)));
        stores().restart();
        assertThat(observe(jobs(), turn("a", JobState.SUCCEEDED)).verdict()).isEqualTo(Verdict.STALE_GENERATION);
        assertThat(observe(jobs(), turn("b", JobState.SUCCEEDED)).verdict()).isEqualTo(Verdict.STALE_GENERATION);
        assertThat(observe(jobs(), turn("c", JobState.SUCCEEDED)).verdict()).isEqualTo(Verdict.ADOPTED);
    }

    /** Runs that wait for a job end with it, and go along when a newer generation takes its place. */
    @Test
    default void waitingRunsEndWithTheirJob() {
        Answers.of(new Inbox(stores().one()).accept(Letters.one("e1", "1")));
        var first = observe(jobs(), Sightings.pull("j1", 1, JobState.RUNNING));
        rows().change("update run set state = 'waiting', due_at = null, wait_until = 9, job_row = " + first.jobRow());
        var second = observe(jobs(), Sightings.pull("j1", 2, JobState.RUNNING));
        assertThat(rows().count("run where state = 'waiting' and job_row = " + second.jobRow()))
                .isEqualTo(1);
        observe(jobs(), outcome("j1", 2, Letters.HOSTILE));
        assertThat(rows().count("run where state = 'done' and outcome = 'succeeded' and wait_until is null"))
                .isEqualTo(1);
        assertThat(rows().texts("select result from run order by id")).containsExactly(Letters.TAMED);
    }

    /** A job that is not ours is kept, and nothing follows from it. */
    @Test
    default void aForeignJobHasNoEffects() {
        var stranger = new Observation.Stranger(Ownership.FOREIGN, "{}");
        var push = Sightings.push("j1", JobState.SUCCEEDED);
        var foreign = new Observation(
                push.job(),
                push.channel(),
                push.readStartedAtMs(),
                push.epoch(),
                push.seen(),
                push.eventSeq(),
                stranger);
        observe(jobs(), foreign);
        assertThat(rows().count("job where ownership = 'foreign' and state = 'succeeded'"))
                .isEqualTo(1);
        assertThat(rows().count("effect")).isZero();
    }

    /** What stands survives its row: sequence, flags, words, when it was lost. */
    @Test
    default void whatStandsIsReadBack() {
        var sequence = new Sequence("t", "2026-11-30T10:00:00Z");
        var seen = new Seen(
                JobState.WAITING,
                Optional.of(sequence),
                "{\"status\":\"idle\"}",
                Set.of("partial", "archived"),
                Optional.of("approval"),
                Optional.of(5L),
                Optional.of("so far"),
                false,
                false);
        observe(jobs(), Sightings.of("j1", Channel.PULL, Optional.empty(), seen));
        assertThat(observe(jobs(), at("j1", "2026-11-30T09:59:59Z")).verdict()).isEqualTo(Verdict.OLDER);
        assertThat(observe(jobs(), at("j1", "2026-11-30T10:00:01Z")).verdict()).isEqualTo(Verdict.ADOPTED);
        assertThat(observe(jobs(), Sightings.pull("j1", JobState.LOST)).alerts())
                .containsExactly(Alert.LOST);
        observe(jobs(), Sightings.pull("j1", JobState.LOST));
        assertThat(rows().count("job where lost_since is not null and state = 'lost' and result = 'so far'"
                        + " and finished_at = 5"))
                .isEqualTo(1);
        assertThat(rows().count("job where seq = '2026-11-30T10:00:01Z' and seq_kind = 't' and version = 4"))
                .isEqualTo(1);
        rows().change("update job set lost_since = 1");
        assertThat(observe(jobs(), Sightings.pull("j1", JobState.LOST)).state()).isEqualTo(JobState.EXPIRED);
        assertThat(rows().count("job where state = 'expired' and flags = '[\"lost\"]' and next_ask_at is null"))
                .isEqualTo(1);
    }

    /** F6, F7, F8: whatever a platform says is kept; two ids that look alike when made safe stay two jobs. */
    @Test
    default void hostileCharactersAreKept() {
        var seen = new Seen(
                JobState.SUCCEEDED,
                Optional.of(new Sequence(Letters.HOSTILE, Letters.HOSTILE)),
                Letters.HOSTILE,
                Set.of(Letters.HOSTILE),
                Optional.of(Letters.HOSTILE),
                Optional.empty(),
                Optional.of(Letters.HOSTILE.repeat(20_000)),
                false,
                false);
        var epoch = new Epoch(Letters.HOSTILE, Optional.empty());
        observe(jobs(), Sightings.of(Letters.HOSTILE, Channel.PULL, Optional.of(epoch), seen));
        observe(jobs(), Sightings.of(Letters.HOSTILE.replace('\0', '\1'), Channel.PULL, Optional.of(epoch), seen));
        assertThat(rows().count("job where state = 'succeeded'")).isEqualTo(2);
        assertThat(observe(jobs(), Sightings.of(Letters.HOSTILE, Channel.PULL, Optional.of(epoch), seen))
                        .verdict())
                .isEqualTo(Verdict.FILLED_IN);
    }

    private static Observation turn(String name, JobState state) {
        return Sightings.of("j1", Channel.PULL, Optional.of(new Epoch(name, Optional.empty())), Seen.of(state));
    }

    private static Observation at(String job, String instant) {
        return Sightings.of(
                job, Channel.PUSH, Optional.empty(), Seen.of(JobState.RUNNING).at(new Sequence("t", instant)));
    }

    private static Observation outcome(String job, long attempt, String result) {
        var seen = new Seen(
                JobState.SUCCEEDED,
                Optional.empty(),
                "{}",
                Set.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(result),
                false,
                false);
        var epoch = new Epoch(Long.toString(attempt), Optional.of(attempt));
        return new Observation(
                JobKey.of(Sightings.PLATFORM, job),
                Channel.PULL,
                Long.MAX_VALUE / 2,
                Optional.of(epoch),
                Optional.of(seen),
                Optional.empty(),
                Observation.Stranger.TRACKED);
    }

    private static Observed observe(Jobs jobs, Observation observation) {
        return Answers.of(jobs.observe(observation));
    }

    private Jobs jobs() {
        return jobs(stores().one());
    }

    private Jobs otherJobs() {
        return jobs(stores().other());
    }

    private static Jobs jobs(Store store) {
        return new Jobs(store, Sightings.COMMENT, MergeSettings.DEFAULT);
    }

    private Rows rows() {
        return new Rows(stores().one());
    }
}

package dev.longstop.job;

import static dev.longstop.job.Channel.LAUNCH;
import static dev.longstop.job.Channel.OPERATOR;
import static dev.longstop.job.Channel.PULL;
import static dev.longstop.job.Channel.PUSH;
import static dev.longstop.job.JobState.CANCELLED;
import static dev.longstop.job.JobState.ENDED;
import static dev.longstop.job.JobState.EXPIRED;
import static dev.longstop.job.JobState.FAILED;
import static dev.longstop.job.JobState.LOST;
import static dev.longstop.job.JobState.QUEUED;
import static dev.longstop.job.JobState.RUNNING;
import static dev.longstop.job.JobState.SUCCEEDED;
import static dev.longstop.job.JobState.UNKNOWN;
import static dev.longstop.job.JobState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The merge, rule by rule; each comment names the rule in design section 3 or the case that it answers. */
class MergeTest {

    private static final long MINUTE = 60_000;
    private static final long DAY = 24 * 60 * MINUTE;

    private final Scene scene = new Scene();

    /**
     * Rank first, whatever the sequence or the channel says: R8, R9, G2, G4, G10. Standing, then seen, by push and by
     * pull.
     */
    @ParameterizedTest
    @CsvSource({
        "UNKNOWN, QUEUED, ADOPTED, ADOPTED",
        "UNKNOWN, SUCCEEDED, ADOPTED, ADOPTED",
        "QUEUED, ENDED, ADOPTED, ADOPTED",
        "RUNNING, FAILED, ADOPTED, ADOPTED",
        "LOST, SUCCEEDED, ADOPTED, ADOPTED",
        "ENDED, SUCCEEDED, ADOPTED, ADOPTED",
        "ENDED, RUNNING, LOWER_RANK, LOWER_RANK",
        "ENDED, ENDED, FILLED_IN, FILLED_IN",
        "SUCCEEDED, QUEUED, LOWER_RANK, LOWER_RANK",
        "FAILED, ENDED, LOWER_RANK, LOWER_RANK",
        "SUCCEEDED, UNKNOWN, LOWER_RANK, LOWER_RANK",
        "SUCCEEDED, SUCCEEDED, FILLED_IN, FILLED_IN",
        "SUCCEEDED, FAILED, CONTRADICTION, CONTRADICTION",
        "EXPIRED, CANCELLED, CONTRADICTION, CONTRADICTION",
        "RUNNING, QUEUED, WEAKER, ADOPTED",
        "QUEUED, RUNNING, WEAKER, ADOPTED",
        "RUNNING, RUNNING, WEAKER, ADOPTED",
        "WAITING, LOST, WEAKER, ADOPTED",
        "LOST, RUNNING, WEAKER, ADOPTED",
    })
    void rankDecides(JobState standing, JobState seen, Verdict byPush, Verdict byPull) {
        var pushed = new Scene();
        pushed.see(PULL, standing);
        assertThat(pushed.see(PUSH, seen)).isEqualTo(byPush);
        var pulled = new Scene();
        pulled.see(PULL, standing);
        assertThat(pulled.see(PULL, seen)).isEqualTo(byPull);
        for (var end : new Scene[] {pushed, pulled}) {
            assertThat(end.state().rank()).isGreaterThanOrEqualTo(standing.rank());
        }
    }

    /** An outcome with an older, equal or absent sequence is an outcome: the trap in the pattern's usual code. */
    @ParameterizedTest
    @CsvSource({"9", "10", "11", "''"})
    void anOutcomeNeedsNoNewerSequence(String sequence) {
        scene.see(PULL, at(RUNNING, "t", "10"));
        scene.see(PUSH, sequence.isEmpty() ? Seen.of(SUCCEEDED) : at(SUCCEEDED, "t", sequence));
        assertThat(scene.state()).isEqualTo(SUCCEEDED);
        scene.see(PULL, at(FAILED, "t", "12"));
        assertThat(scene.state()).isEqualTo(SUCCEEDED);
        assertThat(scene.outcomes()).containsExactly("1:succeeded");
    }

    /** Inside rank 1 a newer sequence of the same kind wins, an older one does not, whatever the channel (G3). */
    @ParameterizedTest
    @CsvSource({
        "PUSH, t, 11, ADOPTED",
        "PUSH, t, 9, OLDER",
        "PULL, t, 9, OLDER",
        "PUSH, t, 10, WEAKER",
        "PULL, t, 10, ADOPTED",
        "PUSH, other, 11, WEAKER",
        "PULL, other, 9, ADOPTED",
        "PUSH, t, 10.5, ADOPTED",
        "PUSH, t, soon, WEAKER",
        "LAUNCH, t, 10, WEAKER",
        "OPERATOR, t, 10, ADOPTED",
    })
    void aSequenceDecidesInsideRankOne(Channel channel, String kind, String value, Verdict verdict) {
        scene.see(PULL, at(RUNNING, "t", "10"));
        assertThat(scene.see(channel, at(QUEUED, kind, value))).isEqualTo(verdict);
    }

    /** Instants compare as instants, not as text: their precision and zone differ between answers. */
    @Test
    void instantsCompareAsInstants() {
        scene.see(PULL, at(RUNNING, "t", "2026-11-30T10:00:00Z"));
        assertThat(scene.see(PUSH, at(QUEUED, "t", "2026-11-30T10:59:00.5+01:00")))
                .isEqualTo(Verdict.OLDER);
        assertThat(scene.see(PUSH, at(QUEUED, "t", "2026-11-30T10:00:00.001Z"))).isEqualTo(Verdict.ADOPTED);
    }

    /** A sequence stays when an observation without one is adopted: what is older stays older. */
    @Test
    void aSequenceOutlivesObservationsWithoutOne() {
        scene.see(PULL, at(RUNNING, "t", "10"));
        scene.see(PULL, LOST);
        assertThat(scene.see(PUSH, at(RUNNING, "t", "9"))).isEqualTo(Verdict.OLDER);
        assertThat(scene.state()).isEqualTo(LOST);
        assertThat(scene.see(PUSH, at(RUNNING, "t", "11"))).isEqualTo(Verdict.ADOPTED);
    }

    /** The same outcome again fills in what was missing and changes nothing that stands. */
    @Test
    void theSameOutcomeFillsInWhatIsMissing() {
        scene.see(PUSH, SUCCEEDED);
        long ended = scene.job().endedAtMs().orElseThrow();
        scene.later(MINUTE);
        scene.see(PULL, outcome("first", 77));
        scene.see(PULL, outcome("second", 88));
        assertThat(scene.job().standing().result()).contains("first");
        assertThat(scene.job().standing().finishedAtMs()).contains(77L);
        assertThat(scene.job().standing().flags()).containsExactly("partial");
        assertThat(scene.job().endedAtMs()).contains(ended);
        assertThat(scene.outcomes()).hasSize(1);
        assertThat(scene.alerts()).isEmpty();
    }

    /** Another outcome later is a contradiction: recorded, shown, not applied (question 7, G4). */
    @Test
    void anotherOutcomeIsAContradiction() {
        scene.see(PUSH, SUCCEEDED);
        scene.see(PULL, FAILED);
        scene.see(OPERATOR, CANCELLED);
        assertThat(scene.state()).isEqualTo(SUCCEEDED);
        assertThat(scene.job().tally().contradictions()).isEqualTo(2);
        assertThat(scene.alerts()).containsExactly(Alert.CONTRADICTION, Alert.CONTRADICTION);
    }

    /** Work that goes on after the outcome is told only if it is provably newer. */
    @Test
    void aReadThatBeganAfterTheOutcomeTellsThatTheJobWasReopened() {
        scene.see(PULL, FAILED);
        scene.later(30_000).see(PULL, RUNNING);
        scene.later(DAY).see(PUSH, RUNNING);
        assertThat(scene.alerts()).isEmpty();
        scene.see(PULL, QUEUED);
        assertThat(scene.alerts()).containsExactly(Alert.REOPENED);
        assertThat(scene.state()).isEqualTo(FAILED);
    }

    /** With sequences they alone prove it. */
    @Test
    void aNewerSequenceTellsThatTheJobWasReopened() {
        scene.see(PULL, at(FAILED, "t", "10"));
        scene.later(DAY).see(PULL, at(RUNNING, "t", "10"));
        assertThat(scene.alerts()).isEmpty();
        scene.see(PUSH, at(RUNNING, "t", "11"));
        assertThat(scene.alerts()).containsExactly(Alert.REOPENED);
    }

    /** What is over may be forgotten, said to be over again, or spoken of in unknown words: nothing is reopened. */
    @Test
    void whatIsOverMayBeForgotten() {
        scene.see(PULL, SUCCEEDED);
        scene.later(DAY);
        scene.see(PULL, LOST);
        scene.see(PULL, lostForGood());
        scene.see(PULL, ENDED);
        scene.see(PULL, Seen.unmapped("{\"status\":\"frozen\"}"));
        assertThat(scene.alerts()).isEmpty();
        assertThat(scene.state()).isEqualTo(SUCCEEDED);
        assertThat(scene.job().tally().contradictions()).isZero();
    }

    /** An unmapped word is never an outcome: the job stays running, and somebody is told (1.4, H7). */
    @Test
    void anUnknownWordLeavesTheJobRunningAndAlerts() {
        scene.see(PULL, QUEUED);
        scene.see(PULL, Seen.unmapped("{\"status\":\"frozen\"}"));
        assertThat(scene.state()).isEqualTo(RUNNING);
        assertThat(scene.job().standing().raw()).isEqualTo("{\"status\":\"frozen\"}");
        assertThat(scene.alerts()).containsExactly(Alert.UNMAPPED_STATUS);
    }

    /** A nudge writes no state; it only asks for a look (1.5). */
    @Test
    void aNudgeAsksForALook() {
        assertThat(scene.nudge()).isEqualTo(Verdict.NUDGE);
        assertThat(scene.state()).isEqualTo(UNKNOWN);
        assertThat(scene.job().nextAskAtMs()).contains(scene.nowMs());
        scene.see(PULL, SUCCEEDED);
        assertThat(scene.job().nextAskAtMs()).isEmpty();
        scene.nudge();
        assertThat(scene.job().nextAskAtMs()).isEmpty();
        assertThat(scene.state()).isEqualTo(SUCCEEDED);
    }

    /** Lost is no outcome: it can be found again, and an outcome may still come (1.6, question 13, G7). */
    @Test
    void aLostJobMayBeFoundAgain() {
        scene.see(PULL, RUNNING);
        scene.see(PULL, LOST);
        scene.later(DAY).see(PULL, LOST);
        assertThat(scene.alerts()).containsExactly(Alert.LOST);
        assertThat(scene.job().standing().lostSinceMs()).contains(scene.nowMs() - DAY);
        scene.see(PULL, RUNNING);
        assertThat(scene.job().standing().lostSinceMs()).isEmpty();
        scene.see(PULL, LOST);
        scene.see(PUSH, SUCCEEDED);
        assertThat(scene.outcomes()).containsExactly("1:succeeded");
    }

    /** Lost for seven days, or for good, is expired with a flag: no job stays open for ever. */
    @Test
    void aJobThatIsLostForLongExpires() {
        scene.see(PULL, LOST);
        scene.later(7 * DAY - 1).see(PULL, LOST);
        assertThat(scene.state()).isEqualTo(LOST);
        scene.later(1).see(PULL, LOST);
        assertThat(scene.state()).isEqualTo(EXPIRED);
        assertThat(scene.job().standing().flags()).containsExactly(Merge.LOST_FLAG);
        var deleted = new Scene();
        deleted.see(PULL, RUNNING);
        deleted.see(PUSH, lostForGood());
        assertThat(deleted.outcomes()).containsExactly("1:expired");
    }

    /** A job that ended and whose outcome cannot be read any more expires too; its rank never falls meanwhile. */
    @Test
    void anEndedJobThatIsLostForLongExpires() {
        scene.see(PULL, ENDED);
        scene.see(PULL, LOST);
        assertThat(scene.state()).isEqualTo(ENDED);
        scene.later(7 * DAY).see(PULL, LOST);
        assertThat(scene.state()).isEqualTo(EXPIRED);
    }

    /** A re-run is a generation of its own with its own effects; the first outcome stays (0.3, question 3). */
    @Test
    void aReRunIsANewGeneration() {
        scene.see(PUSH, FAILED, attempt(1));
        assertThat(scene.see(PULL, RUNNING, attempt(2))).isEqualTo(Verdict.OPENED);
        assertThat(scene.closed()).isEmpty();
        scene.see(PULL, SUCCEEDED, attempt(2));
        assertThat(scene.outcomes()).containsExactly("1:failed", "2:succeeded");
        assertThat(scene.job().generation()).isEqualTo(2);
        assertThat(scene.job().tally().observations()).isEqualTo(2);
    }

    /** An outcome may be the first that is seen of a generation. */
    @Test
    void aGenerationMayOpenWithItsOutcome() {
        scene.see(PULL, SUCCEEDED, attempt(1));
        scene.see(PUSH, SUCCEEDED, attempt(2));
        assertThat(scene.outcomes()).containsExactly("1:succeeded", "2:succeeded");
    }

    /** Opening a generation closes an unfinished one: over, without effects (question 14). */
    @Test
    void aNewGenerationClosesAnUnfinishedOne() {
        scene.see(PULL, RUNNING, attempt(1));
        scene.later(MINUTE).see(PULL, QUEUED, attempt(3));
        assertThat(scene.closed()).hasSize(1);
        var closed = scene.closed().get(0);
        assertThat(closed.superseded()).isTrue();
        assertThat(closed.endedAtMs()).contains(scene.nowMs());
        assertThat(closed.nextAskAtMs()).isEmpty();
        assertThat(scene.see(PUSH, SUCCEEDED, attempt(1))).isEqualTo(Verdict.STALE_GENERATION);
        assertThat(scene.see(PUSH, SUCCEEDED, attempt(2))).isEqualTo(Verdict.STALE_GENERATION);
        assertThat(scene.state()).isEqualTo(QUEUED);
        assertThat(scene.outcomes()).isEmpty();
    }

    /** The first name that is seen is the name of the generation that is there. */
    @Test
    void theFirstNameIsTheNameOfTheFirstGeneration() {
        scene.see(LAUNCH, QUEUED);
        scene.see(PULL, RUNNING, attempt(4));
        assertThat(scene.job().generation()).isEqualTo(1);
        assertThat(scene.job().epoch()).contains(attempt(4));
        assertThat(scene.see(PUSH, SUCCEEDED, attempt(3))).isEqualTo(Verdict.STALE_GENERATION);
    }

    /** Names without order: what the platform says when asked is the newest; what it sends may be late. */
    @Test
    void withoutAnOrderOnlyAPullOpensAGeneration() {
        scene.see(PULL, SUCCEEDED, turn("a"));
        assertThat(scene.see(PUSH, RUNNING, turn("b"))).isEqualTo(Verdict.NUDGE);
        assertThat(scene.see(PULL, RUNNING, turn("b"))).isEqualTo(Verdict.OPENED);
        assertThat(scene.see(PULL, SUCCEEDED, turn("a"))).isEqualTo(Verdict.STALE_GENERATION);
        scene.see(PULL, SUCCEEDED, turn("b"));
        assertThat(scene.outcomes()).containsExactly("1:succeeded", "2:succeeded");
    }

    /** After a re-run a push that names no generation may speak of any: it is a nudge. */
    @Test
    void aPushWithoutANameIsANudgeAfterAReRun() {
        scene.see(PULL, FAILED, attempt(1));
        scene.see(PULL, RUNNING, attempt(2));
        assertThat(scene.see(PUSH, FAILED)).isEqualTo(Verdict.NUDGE);
        assertThat(scene.state()).isEqualTo(RUNNING);
    }

    /** A read that began before the generation was opened saw the one before. */
    @Test
    void aReadThatBeganBeforeTheGenerationIsHistory() {
        scene.see(PULL, FAILED, attempt(1));
        long before = scene.nowMs();
        scene.later(MINUTE).see(PULL, RUNNING, attempt(2));
        assertThat(scene.see(PULL, Optional.empty(), Optional.of(Seen.of(FAILED)), before))
                .isEqualTo(Verdict.STALE_GENERATION);
        assertThat(scene.see(PULL, SUCCEEDED)).isEqualTo(Verdict.ADOPTED);
    }

    /** A person may close a job; what comes later contradicts it. */
    @Test
    void aPersonMayCloseAJob() {
        scene.see(PULL, WAITING);
        scene.see(OPERATOR, CANCELLED);
        assertThat(scene.outcomes()).containsExactly("1:cancelled");
        assertThat(scene.job().standing().decidedBy()).contains(OPERATOR);
    }

    /** A job that is not ours is kept and followed by its pushes; it alerts nobody and is not asked for. */
    @ParameterizedTest
    @EnumSource(
            value = Ownership.class,
            names = {"ORPHAN", "FOREIGN"})
    void aJobThatIsNotOursAlertsNobody(Ownership ownership) {
        var stranger = new Scene(ownership);
        stranger.nudge();
        stranger.see(PULL, LOST);
        stranger.see(PULL, Seen.unmapped("{}"));
        stranger.see(PUSH, SUCCEEDED);
        stranger.see(PUSH, FAILED);
        assertThat(stranger.alerts()).isEmpty();
        var foreign = new Scene(Ownership.FOREIGN);
        foreign.nudge();
        assertThat(foreign.job().nextAskAtMs()).isEmpty();
    }

    /** Cancelling is a flag; whatever outcome comes is the outcome (question 8). */
    @Test
    void flagsComeWithTheState() {
        scene.see(PULL, flagged(RUNNING, "cancelling"));
        assertThat(scene.job().standing().flags()).containsExactly("cancelling");
        scene.see(PULL, SUCCEEDED);
        assertThat(scene.job().standing().flags()).isEmpty();
    }

    /** When the first push and the first push of an outcome came is known: rescues are counted by it. */
    @Test
    void pushesAreRemembered() {
        scene.see(PULL, RUNNING);
        scene.later(MINUTE).nudge();
        assertThat(scene.job().tally().firstPushAtMs()).contains(scene.nowMs());
        assertThat(scene.job().tally().outcomePushAtMs()).isEmpty();
        scene.see(PULL, SUCCEEDED);
        scene.later(MINUTE).see(PUSH, SUCCEEDED);
        assertThat(scene.job().tally().outcomePushAtMs()).contains(scene.nowMs());
        assertThat(scene.job().tally().observations()).isEqualTo(4);
    }

    /** We set the same job to work again: a generation without a name, for which what was read before is history. */
    @Test
    void weMayReopenAJob() {
        scene.see(PULL, FAILED);
        long begun = scene.nowMs();
        scene.later(MINUTE);
        assertThat(scene.see(observation(LAUNCH, Optional.of(Seen.of(QUEUED))).reopening()))
                .isEqualTo(Verdict.OPENED);
        assertThat(scene.see(PULL, Optional.empty(), Optional.of(Seen.of(FAILED)), begun))
                .isEqualTo(Verdict.STALE_GENERATION);
        scene.see(PULL, SUCCEEDED);
        assertThat(scene.outcomes()).containsExactly("1:failed", "2:succeeded");
        assertThat(scene.effects()).isEqualTo(2);
    }

    /** What is said of a job that may be somebody else's decides nothing; a look does (1.5, question 12). */
    @Test
    void aPushOfAnOrphanIsANudge() {
        var orphan = new Scene(Ownership.ORPHAN);
        assertThat(orphan.see(PUSH, SUCCEEDED)).isEqualTo(Verdict.NUDGE);
        assertThat(orphan.job().nextAskAtMs()).contains(orphan.nowMs());
        orphan.claim(PULL, Ownership.PLANTED, Optional.of(Seen.of(SUCCEEDED)));
        assertThat(orphan.outcomes()).containsExactly("1:succeeded");
        assertThat(orphan.effects()).isEqualTo(1);
        orphan.see(PUSH, SUCCEEDED);
        assertThat(orphan.effects()).isEqualTo(1);
    }

    /** Without our key it is somebody else's: kept, not asked for, without effects. */
    @Test
    void aJobWithoutOurKeyIsForeign() {
        var orphan = new Scene(Ownership.ORPHAN);
        orphan.nudge();
        orphan.claim(PULL, Ownership.FOREIGN, Optional.of(Seen.of(RUNNING)));
        assertThat(orphan.job().nextAskAtMs()).isEmpty();
        orphan.see(PUSH, SUCCEEDED);
        assertThat(orphan.state()).isEqualTo(SUCCEEDED);
        assertThat(orphan.effects()).isZero();
    }

    /** R21: a person registers a job that was somebody else's: it is ours with all that follows, and once. */
    @Test
    void aRegisteredJobIsOursFromThenOn() {
        var foreign = new Scene(Ownership.FOREIGN);
        foreign.see(PUSH, RUNNING);
        foreign.claim(OPERATOR, Ownership.TRACKED, Optional.empty());
        assertThat(foreign.job().nextAskAtMs()).contains(foreign.nowMs());
        assertThat(foreign.job().agenda().slaAtMs()).isPresent();
        assertThat(foreign.job().custody().askWith()).isEqualTo("{\"a\":1}");
        foreign.see(PULL, SUCCEEDED);
        assertThat(foreign.effects()).isEqualTo(1);
        var ended = new Scene(Ownership.FOREIGN);
        ended.see(PUSH, FAILED);
        assertThat(ended.effects()).isZero();
        ended.claim(OPERATOR, Ownership.TRACKED, Optional.empty());
        ended.claim(OPERATOR, Ownership.TRACKED, Optional.empty());
        assertThat(ended.effects()).isEqualTo(1);
        assertThat(ended.outcomes()).containsExactly("1:failed");
    }

    /** R17: an outcome that a poll found counts as a rescue, unless a push comes within the grace. */
    @Test
    void anOutcomeThatOnlyAPollFoundIsDueToCountAsARescue() {
        var rescued = new Scene(Ownership.TRACKED, PUSHING);
        rescued.see(PULL, RUNNING);
        rescued.see(PULL, SUCCEEDED);
        assertThat(rescued.job().agenda().rescueDueAtMs()).contains(rescued.nowMs() + 2 * MINUTE);
        rescued.see(PUSH, RUNNING);
        assertThat(rescued.job().agenda().rescueDueAtMs()).isPresent();
        rescued.see(PUSH, SUCCEEDED);
        assertThat(rescued.job().agenda().rescueDueAtMs()).isEmpty();
    }

    /** Nothing is rescued that no push announces, that a push announced, or that a nudge had looked up. */
    @Test
    void whatNeededNoRescueIsNotCounted() {
        var neverPushed = new Scene(Ownership.TRACKED, PUSHING);
        neverPushed.see(PULL, EXPIRED);
        assertThat(neverPushed.job().agenda().rescueDueAtMs()).isEmpty();
        var pushed = new Scene(Ownership.TRACKED, PUSHING);
        pushed.see(PUSH, SUCCEEDED);
        assertThat(pushed.job().agenda().rescueDueAtMs()).isEmpty();
        var nudged = new Scene(Ownership.TRACKED, PUSHING);
        nudged.nudge();
        nudged.later(MINUTE).see(PULL, SUCCEEDED);
        assertThat(nudged.job().agenda().rescueDueAtMs()).isEmpty();
        var nudgedLongAgo = new Scene(Ownership.TRACKED, PUSHING);
        nudgedLongAgo.nudge();
        nudgedLongAgo.later(2 * MINUTE).see(PULL, SUCCEEDED);
        assertThat(nudgedLongAgo.job().agenda().rescueDueAtMs()).isPresent();
        nudgedLongAgo.nudge();
        assertThat(nudgedLongAgo.job().agenda().rescueDueAtMs()).isEmpty();
    }

    /** R18: an outcome that comes after the service level's deadline is told, once. */
    @Test
    void anOutcomeAfterTheDeadlineIsABreach() {
        scene.see(PULL, RUNNING);
        scene.later(5 * MINUTE).see(PULL, SUCCEEDED);
        assertThat(scene.alerts()).containsExactly(Alert.SLA_BREACHED);
        scene.see(PULL, SUCCEEDED);
        assertThat(scene.alerts()).hasSize(1);
        var inTime = new Scene();
        inTime.see(PULL, RUNNING);
        inTime.later(5 * MINUTE - 1).see(PULL, SUCCEEDED);
        assertThat(inTime.alerts()).isEmpty();
    }

    private static final MergeSettings PUSHING =
            new MergeSettings(7 * DAY, MINUTE, 5 * MINUTE, 2 * MINUTE, 90_000, Set.of(SUCCEEDED, FAILED));

    private Observation observation(Channel channel, Optional<Seen> seen) {
        return new Observation(
                Scene.KEY,
                channel,
                scene.nowMs(),
                Optional.empty(),
                seen,
                Optional.empty(),
                Observation.Stranger.TRACKED);
    }

    private static Seen at(JobState state, String kind, String value) {
        return Seen.of(state).at(new Sequence(kind, value));
    }

    private static Seen outcome(String result, long finishedAtMs) {
        return new Seen(
                SUCCEEDED,
                Optional.empty(),
                "{}",
                Set.of("partial"),
                Optional.empty(),
                Optional.of(finishedAtMs),
                Optional.of(result),
                false,
                false);
    }

    private static Seen flagged(JobState state, String flag) {
        return new Seen(
                state,
                Optional.empty(),
                "{}",
                Set.of(flag),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                false);
    }

    private static Seen lostForGood() {
        return new Seen(
                LOST,
                Optional.empty(),
                "{}",
                Set.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                true);
    }

    private static Epoch attempt(long number) {
        return new Epoch(Long.toString(number), Optional.of(number));
    }

    private static Epoch turn(String name) {
        return new Epoch(name, Optional.empty());
    }
}

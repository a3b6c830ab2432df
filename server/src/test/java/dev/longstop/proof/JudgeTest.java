package dev.longstop.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.store.PostgresSetting;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The judge sees each way in which a promise can be broken: a trial that finds nothing is worth nothing otherwise. */
class JudgeTest {

    private static final Book SOUND = new Book(
            true, Map.of("a", List.of("done"), "b", List.of("dead")), Map.of("job-1", "succeeded"), Map.of("done", 1));

    @Test
    void whatIsThereAndOverIsSound() {
        assertThat(Judge.lost(Set.of("a", "b"), SOUND)).isEmpty();
        assertThat(Judge.effects(SOUND, Map.of("k", List.of("a")))).isEmpty();
        assertThat(Judge.endings(SOUND)).isEqualTo(Map.of("done", 1, "dead", 1));
    }

    @Test
    void anEventThatIsNotThereIsLost() {
        assertThat(Judge.lost(Set.of("a", "b", "c"), SOUND))
                .containsExactly("acknowledged, and not there: 1, such as c");
    }

    @Test
    void aRunThatDoesNotEndOrIsThereTwiceIsWrong() {
        var book = new Book(false, Map.of("a", List.of("running"), "b", List.of("done", "done")), Map.of(), Map.of());
        assertThat(Judge.lost(Set.of("a", "b"), book))
                .containsExactly(
                        "work was still open when the waiting ended",
                        "acknowledged, and its run has not ended: 1, such as a",
                        "one event, several runs: 1, such as b");
    }

    @Test
    void aSecondKeyForOneEventIsADoubleEffect() {
        assertThat(Judge.repeated(Map.of("k1", List.of("a"), "k2", List.of("a")), body -> body, "it"))
                .containsExactly("it got one event under several keys, and so did it several times: 1, such as a");
        assertThat(Judge.repeated(Map.of("k1", List.of("a", "a"), "k2", List.of("b")), body -> body, "it"))
                .isEmpty();
    }

    @Test
    void otherBytesUnderOneKeyAreWrong() {
        assertThat(Judge.repeated(Map.of("k1", List.of("a ", "a")), String::strip, "it"))
                .containsExactly("it got different requests under one key: 1, such as k1");
    }

    @Test
    void anEffectThatDidNotArriveIsWrong() {
        assertThat(Judge.effects(SOUND, Map.of()))
                .containsExactly("its run is done, and its effect did not arrive: 1, such as a");
    }

    @Test
    void twoJobsOfOneEventAreWrong() {
        var one = new ScratchPlatforms.Job("job-1", "a", 0, List.of("x"));
        var other = new ScratchPlatforms.Job("job-2", "a", 0, List.of("x"));
        assertThat(Judge.launches(List.of(one, other)))
                .containsExactly("one event launched several jobs: 1, such as a");
        assertThat(Judge.unknownJobs(List.of(one, other), SOUND))
                .containsExactly("finished, and not known to be: 1, such as job-2");
    }

    @Test
    void aJobThatIsKnownLateOrNeverIsWrong() {
        var jobs = List.of(
                new ScratchPlatforms.Job("job-1", "a", 0, List.of()),
                new ScratchPlatforms.Job("job-2", "b", 0, List.of()),
                new ScratchPlatforms.Job("job-3", "c", 0, List.of()));
        var known = new LostWebhooks.Known(4, jobs, Map.of("job-1", 3_000L, "job-2", 5_000L));
        assertThat(known.wrong(4_000))
                .containsExactly(
                        "of 4 jobs only 3 were launched",
                        "job-2 was known 5.0 s after it had finished",
                        "job-3 finished, and that never became known");
    }

    @Test
    void onlyWhatComesAgainAfterAKillCounts() {
        var repeats = new Repeats();
        assertThat(repeats.look(Map.of("k", List.of("a", "a")))).isZero();
        assertThat(repeats.look(Map.of("k", List.of("a", "a"), "l", List.of("b"))))
                .isZero();
        assertThat(repeats.look(Map.of("k", List.of("a", "a", "a"), "l", List.of("b"))))
                .isEqualTo(1);
    }

    @Test
    void aReportThatDoesNotShowAllIsNotHeld() {
        var held = List.of(
                Finding.of(Promise.NOTHING_LOST, List.of("a & b"), List.of(), 1),
                Finding.of(Promise.EFFECTS_ONCE, List.of(), List.of(), 1));
        assertThat(report(held).held()).isFalse();
        var all = List.of(held.get(0), held.get(1), Finding.of(Promise.JOBS_KNOWN, List.of(), List.of(), 1));
        assertThat(report(all).held()).isTrue();
        assertThat(JunitForm.of(report(all))).contains("tests=\"3\" failures=\"0\"", "a &amp; b");
        var unshown = List.of(
                held.get(0),
                Finding.notTried(Promise.EFFECTS_ONCE, "why"),
                Finding.notTried(Promise.JOBS_KNOWN, "why"));
        assertThat(report(unshown).held()).isFalse();
        assertThat(report(unshown)
                        .json()
                        .path("promises")
                        .get(1)
                        .path("verdict")
                        .asString(""))
                .isEqualTo("not tried");
    }

    private static Report report(List<Finding> findings) {
        return new Report("0", "a store", Plan.quick(1), findings, 1);
    }

    @Test
    void aSettingOfTheAddressIsTakenOutOfTheAddress() {
        assertThat(Durability.wrong(
                        List.of(new PostgresSetting("synchronous_commit", "off", "client")), "role", "base"))
                .singleElement()
                .asString()
                .contains("set by the options of store.url", "take it out of store.url");
    }
}

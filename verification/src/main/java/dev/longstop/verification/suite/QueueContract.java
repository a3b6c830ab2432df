package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longstop.inbox.Acceptance;
import dev.longstop.inbox.Inbox;
import dev.longstop.queue.ClaimRequest;
import dev.longstop.queue.Claimed;
import dev.longstop.queue.Ending;
import dev.longstop.queue.Reclaimed;
import dev.longstop.queue.RetrySettings;
import dev.longstop.queue.RunMode;
import dev.longstop.queue.RunSeed;
import dev.longstop.queue.RunState;
import dev.longstop.queue.Runs;
import dev.longstop.queue.Settlement;
import dev.longstop.queue.Slots;
import dev.longstop.store.Store;
import dev.longstop.store.StoreFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the queue promises on every store: I4, I5, I9, and nothing that is owed is lost. */
public interface QueueContract {

    /** How long a lease of these tests lasts; they make rows older instead of waiting. */
    long LEASE_MS = 30_000;

    /** Eight attempts, a minute doubling up to an hour. */
    RetrySettings RETRY = new RetrySettings(8, 60_000, 3_600_000);

    /** The database of a test. */
    Stores stores();

    /** S5, S9: a claim has all that the agent needs, and the row says who works on it. */
    @Test
    default void aClaimBringsTheEventAndItsBody() {
        accept(Letters.one("e1", "{\"n\":1}"));
        var claimed = claim(runs(), "p1", "triage", 4).get(0);
        assertThat(claimed.event().key()).isEqualTo("github/e1");
        assertThat(claimed.event().name()).isEqualTo("issues.opened");
        assertThat(claimed.event().subject()).contains("acme/app#7");
        assertThat(claimed.body()).asString().isEqualTo("{\"n\":1}");
        assertThat(claimed.contentType()).isEqualTo("application/json");
        assertThat(claimed.headers().only("user-agent")).contains("sender/1");
        assertThat(List.of(claimed.attempt(), claimed.attempts(), claimed.lapses(), claimed.round()))
                .containsExactly(1, 0, 0, 1);
        assertThat(claimed.lease().token()).isEqualTo(1);
        assertThat(rows().count("run where state = 'running' and lease_owner = 'p1' and due_at is null"))
                .isEqualTo(1);
        assertThat(claim(runs(), "p1", "triage", 4)).isEmpty();
    }

    /** Urgent runs go first, then those that are due longest; no more than an agent has room for. */
    @Test
    default void urgentRunsGoFirstWithinTheRoomThatThereIs() {
        accept(Letters.one("e1", "1"), Letters.one("e2", "2"));
        var urgent = new RunSeed("triage", RunMode.LIVE, Optional.empty(), Optional.empty(), true);
        accept(Letters.one("e3", "3", urgent), Letters.one("e4", "4", RunSeed.of("ask")));
        assertThat(ids(claim(runs(), "p1", "triage", 2))).containsExactly("e3", "e1");
        var both = new ClaimRequest("p1", List.of(new Slots("ask", 1), new Slots("triage", 0)), LEASE_MS, 10);
        assertThat(ids(Answers.of(runs().claim(both)))).containsExactly("e4");
        assertThat(ids(claim(runs(), "p1", "triage", 5))).containsExactly("e2");
    }

    /** Parked: an agent that the configuration lacks is in no slot; its runs are kept, listed, and resumed later. */
    @Test
    default void runsOfAnUnknownAgentAreParked() {
        accept(Letters.one("e1", "1", RunSeed.of("gone")), Letters.one("e2", "2"));
        assertThat(ids(claim(runs(), "p1", "triage", 5))).containsExactly("e2");
        try (var glance = stores().glance()) {
            assertThat(Runs.PARKED.read(glance, Set.of("triage"))).isEqualTo(Map.of("gone", 1L));
            assertThat(Runs.PARKED.read(glance, Set.of("triage", "gone"))).isEmpty();
        }
        assertThat(ids(claim(runs(), "p1", "gone", 5))).containsExactly("e1");
    }

    /** Held runs and shadows are nobody's to claim. */
    @Test
    default void heldRunsAndShadowsAreNotClaimed() {
        var held = new RunSeed("triage", RunMode.LIVE, Optional.empty(), Optional.of("limit tripped"), false);
        var shadow = new RunSeed("triage", RunMode.SHADOW, Optional.empty(), Optional.empty(), false);
        accept(Letters.one("e1", "1", held), Letters.one("e2", "2", shadow));
        assertThat(claim(runs(), "p1", "triage", 5)).isEmpty();
        assertThat(runs().counts().held()).isEqualTo(1);
        assertThat(runs().counts().due()).isZero();
        assertThat(runs().counts().oldestDueAtMs()).isEmpty();
    }

    /** S8, A19: two nodes that claim at once never get the same run, and between them get all. */
    @Test
    default void twoStoresNeverClaimTheSameRun() {
        for (int i = 0; i < 200; i++) {
            accept(Letters.one("e" + i, "{}"));
        }
        var got = new ArrayList<String>();
        for (int i = 0; i < 60 && got.size() < 200; i++) {
            var one = runs().claim(request("p1", "triage", 7));
            var other = otherRuns().claim(request("p2", "triage", 7));
            got.addAll(ids(Answers.of(one)));
            got.addAll(ids(Answers.of(other)));
        }
        assertThat(got).hasSize(200).doesNotHaveDuplicates();
    }

    /** I9, A4: one run of a lane at a time, also of two candidates in one claim; settling frees the lane. */
    @Test
    default void twoRunsOfOneLaneNeverRunAtOnce() {
        accept(
                Letters.one("e1", "1", inLane("triage", "L")),
                Letters.one("e2", "2", inLane("triage", "L")),
                Letters.one("e3", "3", inLane("review", "L")),
                Letters.one("e4", "4", inLane("triage", "M")));
        var slots = List.of(new Slots("triage", 5), new Slots("review", 5));
        var first = Answers.of(runs().claim(new ClaimRequest("p1", slots, LEASE_MS, 10)));
        assertThat(ids(first)).containsExactly("e1", "e4");
        assertThat(Answers.of(runs().claim(new ClaimRequest("p2", slots, LEASE_MS, 10))))
                .isEmpty();
        settle(first.get(0), done());
        var second = Answers.of(runs().claim(new ClaimRequest("p2", slots, LEASE_MS, 10)));
        assertThat(ids(second)).containsExactly("e2");
        settle(second.get(0), done());
        assertThat(ids(Answers.of(runs().claim(new ClaimRequest("p2", slots, LEASE_MS, 10)))))
                .containsExactly("e3");
    }

    /**
     * I9 between nodes: neither sees what the other is about to claim, and still the lane's index is never run into.
     */
    @Test
    default void twoStoresNeverFillOneLane() {
        for (int i = 0; i < 60; i++) {
            accept(Letters.one("a" + i, "1", inLane("triage", "L" + i % 6)));
        }
        int settled = 0;
        for (int i = 0; i < 120 && settled < 60; i++) {
            var one = runs().claim(request("p1", "triage", 10));
            var other = otherRuns().claim(request("p2", "triage", 10));
            var got = new ArrayList<>(Answers.of(one));
            got.addAll(Answers.of(other));
            var lanes = rows().texts("select lane from run where state = 'running' order by id");
            assertThat(lanes).doesNotHaveDuplicates();
            got.forEach(claimed -> assertThat(settle(claimed, done())).isTrue());
            settled += got.size();
        }
        assertThat(rows().count("run where state = 'done'")).isEqualTo(60);
    }

    /** W1, I4: a frozen process wakes after its lease was lost; nothing of what it says is written. */
    @Test
    default void aLostLeaseWritesNothing() {
        accept(Letters.one("e1", "1"));
        var frozen = claim(runs(), "p1", "triage", 1).get(0);
        rows().age(LEASE_MS + 1_000);
        assertThat(reclaim("p2")).extracting(Reclaimed::state).containsExactly(RunState.PENDING);
        assertThat(settle(frozen, done())).isFalse();
        var taken = claim(otherRuns(), "p2", "triage", 1).get(0);
        assertThat(taken.lease().token()).isGreaterThan(frozen.lease().token());
        assertThat(taken.attempt()).isEqualTo(2);
        assertThat(settle(frozen, done())).isFalse();
        assertThat(Answers.of(runs().renew(frozen.lease(), LEASE_MS))).isEmpty();
        assertThat(Answers.of(runs().mark(frozen.lease(), "pid 1"))).isFalse();
        assertThat(rows().count("run where state = 'running' and lease_owner = 'p2' and process is null"))
                .isEqualTo(1);
        assertThat(settle(taken, done())).isTrue();
        assertThat(settle(taken, dead())).isFalse();
        assertThat(rows().texts("select state from run order by id")).containsExactly("done");
    }

    /** Of two settlements of one lease in a batch the first writes; a fence that is lost in the same batch does not. */
    @Test
    default void settlementsInOneBatchAreFenced() {
        accept(Letters.one("e1", "1"));
        var old = claim(runs(), "p1", "triage", 1).get(0);
        rows().age(LEASE_MS + 1_000);
        reclaim("p2");
        var current = claim(runs(), "p2", "triage", 1).get(0);
        var together = new Together(stores().one());
        var batched = new Runs(together, Chance.HIGHEST);
        var answers = Stream.of(
                        batched.settle(Settlement.of(old, dead(), RETRY)),
                        batched.settle(Settlement.of(current, done(), RETRY)),
                        batched.settle(Settlement.of(current, dead(), RETRY)))
                .toList();
        Answers.of(together.commit());
        assertThat(Answers.of(answers)).containsExactly(false, true, false);
        assertThat(rows().texts("select state from run order by id")).containsExactly("done");
    }

    /** U8, G6: a lapsed lease that nobody took is renewed; its owner is given grace before it is taken back. */
    @Test
    default void aLapsedLeaseThatNobodyTookIsRenewed() {
        accept(Letters.one("e1", "1"));
        var claimed = claim(runs(), "p1", "triage", 1).get(0);
        rows().age(LEASE_MS + 1_000);
        assertThat(Answers.of(runs().reclaim("p1", 60_000))).isEmpty();
        var renewed = Answers.of(runs().renew(claimed.lease(), LEASE_MS)).orElseThrow();
        assertThat(renewed.untilMs()).isGreaterThan(claimed.lease().untilMs() - LEASE_MS);
        assertThat(renewed.token()).isEqualTo(claimed.lease().token());
        assertThat(reclaim("p2")).isEmpty();
        assertThat(settle(claimed, done())).isTrue();
        assertThat(Answers.of(runs().renew(claimed.lease(), LEASE_MS))).isEmpty();
    }

    /** L1, I5: a run that brings its process down is tried five times in all, from the third on alone, then is dead. */
    @Test
    default void aPoisonRunIsClaimedAloneAndEndsDead() {
        accept(Letters.one("poison", "1"), Letters.one("e2", "2"));
        for (int lapses = 1; lapses <= Runs.LAPSES_MAX; lapses++) {
            rows().change("update run set due_at = 1 where event_seq = (select min(seq) from inbox) and state ="
                    + " 'pending'");
            if (lapses > 2) {
                var bounded = new ClaimRequest("p", List.of(new Slots("triage", 1)), LEASE_MS, 1, lapses - 2);
                var neighbours = Answers.of(runs().claim(bounded));
                assertThat(ids(neighbours)).as("none that lost more leases").containsExactly("e2");
                neighbours.forEach(neighbour -> settle(neighbour, new Ending.Released("stopped")));
            }
            var claimed = claim(runs(), "p" + lapses, "triage", 5);
            assertThat(ids(claimed)).startsWith("poison");
            assertThat(claimed).hasSize(lapses <= 2 ? 2 : 1);
            assertThat(claimed.get(0).suspect()).isEqualTo(lapses > 2);
            claimed.stream().skip(1).forEach(neighbour -> settle(neighbour, new Ending.Released("stopped")));
            rows().age(LEASE_MS + 1_000);
            var state = lapses == Runs.LAPSES_MAX ? RunState.DEAD : RunState.PENDING;
            assertThat(reclaim("next"))
                    .containsExactly(new Reclaimed(claimed.get(0).runId(), "triage", state, lapses));
        }
        assertThat(rows().texts("select outcome from run where state = 'dead' order by id"))
                .containsExactly("gave up: its lease was lost 5 times");
        assertThat(ids(claim(runs(), "p9", "triage", 5))).containsExactly("e2");
    }

    /** S11, I5: an answer that calls for another attempt is due after its delay, and dead when no attempt is left. */
    @Test
    default void attemptsAreLimited() {
        accept(Letters.one("e1", "1"));
        var twice = new RetrySettings(2, 60_000, 3_600_000);
        var first = claim(runs(), "p1", "triage", 1).get(0);
        assertThat(Answers.of(runs().settle(Settlement.of(first, retry(Optional.empty()), twice))))
                .isTrue();
        assertThat(claim(runs(), "p1", "triage", 1)).isEmpty();
        rows().age(60_000);
        var second = claim(runs(), "p1", "triage", 1).get(0);
        assertThat(List.of(second.attempt(), second.attempts(), second.lapses()))
                .containsExactly(2, 1, 0);
        assertThat(Answers.of(runs().settle(Settlement.of(second, retry(Optional.empty()), twice))))
                .isTrue();
        assertThat(rows().count("run where state = 'dead' and attempts = 2 and exit_code = 75 and outcome = 'exit 75'"))
                .isEqualTo(1);
        assertThat(claim(runs(), "p1", "triage", 1)).isEmpty();
    }

    /** B4: Retry-After is honoured, not a moment earlier; it is kept where the event is, whatever else goes away. */
    @Test
    default void retryAfterIsHonoured() {
        accept(Letters.one("e1", "1"));
        var claimed = claim(runs(), "p1", "triage", 1).get(0);
        assertThat(settle(claimed, retry(Optional.of(300_000L)))).isTrue();
        stores().restart();
        rows().age(270_000);
        assertThat(claim(runs(), "p1", "triage", 1)).isEmpty();
        rows().age(30_000);
        assertThat(claim(runs(), "p1", "triage", 1)).hasSize(1);
    }

    /** U8: a graceful stop counts neither as attempt nor as lapse. */
    @Test
    default void aReleasedRunIsDueAtOnceAndCountsNothing() {
        accept(Letters.one("e1", "1"));
        for (int i = 0; i < 10; i++) {
            var claimed = claim(runs(), "p" + i, "triage", 1).get(0);
            assertThat(List.of(claimed.attempt(), claimed.attempts(), claimed.lapses()))
                    .as("nothing counts, and still a target can tell them apart")
                    .containsExactly(i + 1, 0, 0);
            assertThat(settle(claimed, new Ending.Released("stopping"))).isTrue();
        }
    }

    /**
     * H10, H17, W3: the process is gone between claim and settle; its successor takes the run back and ends what is
     * left.
     */
    @Test
    default void aCrashBetweenClaimAndSettleIsTakenBack() {
        accept(Letters.one("e1", "1"), Letters.one("e2", "2"));
        var lost = claim(runs(), "p1", "triage", 1).get(0);
        assertThat(Answers.of(runs().mark(lost.lease(), "pid 17 since 9"))).isTrue();
        stores().restart();
        var mine = claim(runs(), "p2", "triage", 1).get(0);
        assertThat(Answers.of(runs().voidOlderLeases("p2")))
                .containsExactly(new Reclaimed(lost.runId(), "triage", RunState.PENDING, 1));
        var again = claim(runs(), "p2", "triage", 1).get(0);
        assertThat(again.event().id()).isEqualTo("e1");
        assertThat(again.leftBehind()).contains("pid 17 since 9");
        assertThat(settle(again, done())).isTrue();
        assertThat(settle(mine, done())).isTrue();
        assertThat(rows().count("run where state = 'done' and process is null")).isEqualTo(2);
    }

    /** W8: a claim whose commit failed has claimed nothing; asked again it gives the same. */
    @Test
    default void aClaimThatFailedIsAskedAgain() {
        accept(Letters.one("e1", "1"));
        var failing = new Runs(new Failing(stores().one()).transactions(1), Chance.HIGHEST);
        assertThatThrownBy(() -> claim(failing, "p1", "triage", 1)).isInstanceOf(StoreFailure.class);
        assertThat(rows().count("run where state = 'pending' and lease_token = 0"))
                .isEqualTo(1);
        assertThat(claim(failing, "p1", "triage", 1)).hasSize(1);
    }

    /** F6, F7, F8: any output ends the run; what a text column cannot hold is replaced, what is too long is cut. */
    @Test
    default void hostileResultsAreKept() {
        accept(Letters.one("e1", "1"));
        var claimed = claim(runs(), "p1", "triage", 1).get(0);
        assertThat(Answers.of(runs().mark(claimed.lease(), Letters.HOSTILE))).isTrue();
        var output = "x".repeat(70_000) + Letters.HOSTILE;
        var ending = new Ending.Done(new Ending.Report(Letters.HOSTILE, OptionalInt.of(0), output, false));
        assertThat(settle(claimed, ending)).isTrue();
        assertThat(rows().texts("select outcome from run order by id")).containsExactly(Letters.TAMED);
        var result = rows().texts("select result from run where result_cut = 1 order by id")
                .get(0);
        assertThat(result).hasSize(65_536).endsWith(Letters.TAMED);
    }

    /** F6: a result that the store refuses does not leave the run running for ever. */
    @Test
    default void aResultThatCannotBeStoredEndsTheRun() {
        accept(Letters.one("e1", "1"));
        var claimed = claim(runs(), "p1", "triage", 1).get(0);
        var refusing = new Runs(new Failing(stores().one()).refusals(1), Chance.HIGHEST);
        assertThat(Answers.of(refusing.settle(Settlement.of(claimed, done(), RETRY))))
                .isTrue();
        assertThat(rows().texts("select outcome from run where state = 'dead' order by id"))
                .containsExactly("its result could not be stored");
    }

    /** Bytes are bounded: bodies that are large together come in several claims. */
    @Test
    default void aClaimIsBoundedInBytes() {
        for (int i = 0; i < 3; i++) {
            accept(Letters.one("e" + i, (i + "-").repeat(3 << 20)));
        }
        assertThat(ids(claim(runs(), "p1", "triage", 5))).containsExactly("e0", "e1");
        assertThat(ids(claim(runs(), "p1", "triage", 5))).containsExactly("e2");
    }

    /** A body that retention pruned is empty; the run still goes. */
    @Test
    default void aPrunedBodyIsEmpty() {
        accept(Letters.one("e1", "1"));
        rows().change("update delivery set body = null, pruned_at = 1");
        assertThat(claim(runs(), "p1", "triage", 1).get(0).body()).isEmpty();
    }

    /** What is due and since when. */
    @Test
    default void theQueueCountsWhatIsDue() {
        accept(Letters.one("e1", "1"), Letters.one("e2", "2"));
        var counts = runs().counts();
        assertThat(counts.due()).isEqualTo(2);
        var oldest = rows().all("select min(due_at) from run", row -> row.getLong(1));
        assertThat(counts.oldestDueAtMs()).contains(oldest.get(0));
        rows().age(-60_000);
        assertThat(runs().counts().due()).isZero();
    }

    private void accept(Acceptance... acceptances) {
        for (var acceptance : acceptances) {
            Answers.of(new Inbox(stores().one()).accept(acceptance));
        }
    }

    private Runs runs() {
        return runs(stores().one());
    }

    private Runs otherRuns() {
        return runs(stores().other());
    }

    private static Runs runs(Store store) {
        return new Runs(store, Chance.HIGHEST);
    }

    private Rows rows() {
        return new Rows(stores().one());
    }

    private boolean settle(Claimed claimed, Ending ending) {
        return Answers.of(runs().settle(Settlement.of(claimed, ending, RETRY)));
    }

    private List<Reclaimed> reclaim(String owner) {
        return Answers.of(runs().reclaim(owner, 0));
    }

    private static List<Claimed> claim(Runs runs, String owner, String agent, int free) {
        return Answers.of(runs.claim(request(owner, agent, free)));
    }

    private static ClaimRequest request(String owner, String agent, int free) {
        return new ClaimRequest(owner, List.of(new Slots(agent, free)), LEASE_MS, 100);
    }

    private static RunSeed inLane(String agent, String lane) {
        return new RunSeed(agent, RunMode.LIVE, Optional.of(lane), Optional.empty(), false);
    }

    private static List<String> ids(List<Claimed> claimed) {
        return claimed.stream().map(one -> one.event().id()).toList();
    }

    private static Ending done() {
        return new Ending.Done(new Ending.Report("exit 0", OptionalInt.of(0), "fine", false));
    }

    private static Ending dead() {
        return new Ending.Dead(new Ending.Report("exit 127", OptionalInt.of(127), "", false));
    }

    private static Ending retry(Optional<Long> afterMs) {
        return new Ending.Retry(new Ending.Report("exit 75", OptionalInt.of(75), "busy", false), afterMs);
    }
}

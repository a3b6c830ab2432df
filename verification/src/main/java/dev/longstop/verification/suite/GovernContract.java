package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.inbox.Acceptance;
import dev.longstop.inbox.Feed;
import dev.longstop.inbox.Inbox;
import dev.longstop.queue.Act;
import dev.longstop.queue.Acted;
import dev.longstop.queue.Busy;
import dev.longstop.queue.ClaimRequest;
import dev.longstop.queue.Claimed;
import dev.longstop.queue.Ending;
import dev.longstop.queue.Limit;
import dev.longstop.queue.Policies;
import dev.longstop.queue.Policy;
import dev.longstop.queue.RetrySettings;
import dev.longstop.queue.RunMode;
import dev.longstop.queue.RunSeed;
import dev.longstop.queue.RunState;
import dev.longstop.queue.Runs;
import dev.longstop.queue.Settlement;
import dev.longstop.queue.Slots;
import dev.longstop.store.Store;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What governs runs on every store: busy lanes, limits, pauses, and what people decide. */
public interface GovernContract {

    /** A day, in milliseconds. */
    long DAY_MS = 86_400_000;

    /** Three a day of the agent {@code limited}, two a day in a lane of {@code laned}; else as the names say. */
    Policies POLICIES = agent -> switch (agent) {
        case "supersede" -> new Policy(Busy.SUPERSEDE, List.of());
        case "skip" -> new Policy(Busy.SKIP, List.of());
        case "limited" -> new Policy(Busy.QUEUE, List.of(new Limit(3, DAY_MS, Limit.Scope.AGENT)));
        case "laned" -> new Policy(Busy.QUEUE, List.of(new Limit(2, DAY_MS, Limit.Scope.LANE)));
        case "sourced" -> new Policy(Busy.QUEUE, List.of(new Limit(2, DAY_MS, Limit.Scope.SOURCE)));
        case "both" -> new Policy(Busy.SUPERSEDE, List.of(new Limit(2, DAY_MS, Limit.Scope.AGENT)));
        default -> Policy.FREE;
    };

    /** Limits that no test comes near: every run is governed, and none is held. */
    Policies GENEROUS = agent -> new Policy(Busy.QUEUE, List.of(new Limit(1_000_000, DAY_MS, Limit.Scope.AGENT)));

    /** Whom the completions of a platform are for. */
    String FEED = Feed.agent("claude");

    /** The database of a test. */
    Stores stores();

    /** U3: five pushes leave one live run, whatever the older ones were doing; their late results are refused. */
    @Test
    default void newerWorkTakesTheOldersPlace() {
        accept(Letters.one("e0", "0", inLane("supersede", "L")));
        var running = claim("supersede", 1).get(0);
        for (int i = 1; i <= 4; i++) {
            accept(Letters.one("e" + i, "" + i, inLane("supersede", "L")));
        }
        accept(Letters.one("other", "x", inLane("supersede", "M")));

        assertThat(states())
                .containsExactly("superseded", "superseded", "superseded", "superseded", "pending", "pending");
        assertThat(Answers.of(runs().renew(running.lease(), 1_000))).isEmpty();
        assertThat(settle(running, done())).isFalse();
        assertThat(ids(claim("supersede", 5))).containsExactlyInAnyOrder("e4", "other");
        assertThat(rows().texts("select distinct outcome from run where state = 'superseded' order by outcome"))
                .containsExactly("newer work of its lane took its place");
    }

    /** Within one commit too: of several that arrive together the last one stays. */
    @Test
    default void ofSeveralInOneCommitTheLastStays() {
        acceptTogether(IntStream.range(0, 5)
                .mapToObj(i -> Letters.one("e" + i, "" + i, inLane("supersede", "L")))
                .toList());
        assertThat(states()).containsExactly("superseded", "superseded", "superseded", "superseded", "pending");
    }

    /** What was born while the agent's lanes only queued gives way as well, once the agent is governed. */
    @Test
    default void whatWasBornBeforeTheAgentSupersededGivesWayToo() {
        var before = new Inbox(stores().one());
        Answers.of(before.accept(Letters.one("e0", "0", inLane("supersede", "L"))));
        Answers.of(before.accept(Letters.one("e1", "1", inLane("supersede", "L"))));
        Answers.of(before.accept(Letters.one("other", "x", inLane("plain", "L"))));
        rows().change("update run set state = 'held', held = 'why', due_at = null where id = 2");
        assertThat(Answers.of(runs().govern("supersede"))).isEqualTo(2);
        assertThat(Answers.of(runs().govern("supersede"))).isZero();
        accept(Letters.one("e2", "2", inLane("supersede", "L")));
        assertThat(states()).containsExactly("superseded", "superseded", "pending", "pending");
    }

    /** Two nodes that take in work of one lane at once never leave two live runs. */
    @Test
    default void twoStoresLeaveOneLiveRunInALane() {
        for (int i = 0; i < 20; i++) {
            var one = inbox(stores().one()).accept(Letters.one("a" + i, "1", inLane("supersede", "L")));
            var other = inbox(stores().other()).accept(Letters.one("b" + i, "1", inLane("supersede", "L")));
            Answers.of(one);
            Answers.of(other);
            assertThat(rows().count("run where state = 'pending'")).isEqualTo(1);
        }
    }

    /** A shadow, and a run that is held, take nobody's place. */
    @Test
    default void whatIsNotBegunTakesNobodysPlace() {
        accept(Letters.one("e1", "1", inLane("supersede", "L")));
        var shadow = new RunSeed("supersede", RunMode.SHADOW, Optional.of("L"), Optional.empty(), false);
        var held = new RunSeed("supersede", RunMode.LIVE, Optional.of("L"), Optional.of("why"), false);
        accept(Letters.one("e2", "2", shadow), Letters.one("e3", "3", held));
        assertThat(states()).containsExactly("pending", "done", "held");
    }

    /** G11, G12: a lane's runs go in their order; one that must be tried again later holds up none behind it. */
    @Test
    default void aLaneGoesInOrderAndAFailingHeadHoldsNobodyUp() {
        accept(
                Letters.one("e0", "0", inLane("plain", "L")),
                Letters.one("e1", "1", inLane("plain", "L")),
                Letters.one("e2", "2", inLane("plain", "L")));
        var head = claim("plain", 5);
        assertThat(ids(head)).containsExactly("e0");
        settle(head.get(0), new Ending.Retry(report(), Optional.of(60_000L)));
        var next = claim("plain", 5);
        assertThat(ids(next)).containsExactly("e1");
        settle(next.get(0), done());
        assertThat(ids(claim("plain", 5))).containsExactly("e2");
    }

    /** A24: skipped while older work goes on, and only then; the row says so. */
    @Test
    default void workOfABusyLaneIsSkipped() {
        accept(Letters.one("e1", "1", inLane("skip", "L")), Letters.one("e2", "2", inLane("skip", "L")));
        var running = claim("skip", 1).get(0);
        accept(Letters.one("e3", "3", inLane("skip", "L")), Letters.one("e4", "4", inLane("skip", "M")));
        settle(running, done());
        accept(Letters.one("e5", "5", inLane("skip", "L")));
        assertThat(states()).containsExactly("done", "superseded", "superseded", "pending", "pending");
        assertThat(rows().texts("select distinct outcome from run where state = 'superseded' order by outcome"))
                .containsExactly("skipped: its lane was busy");
        acceptTogether(
                List.of(Letters.one("e6", "6", inLane("skip", "N")), Letters.one("e7", "7", inLane("skip", "N"))));
        assertThat(states()).endsWith("pending", "superseded");
    }

    /** U2: what exceeds a limit is held with the reason; nothing is dropped, and a released run goes on. */
    @Test
    default void whatExceedsALimitIsHeld() {
        for (int i = 0; i < 5; i++) {
            accept(Letters.one("e" + i, "" + i, RunSeed.of("limited")));
        }
        assertThat(states()).containsExactly("pending", "pending", "pending", "held", "held");
        assertThat(rows().texts("select distinct held from run where state = 'held' order by held"))
                .containsExactly("limit: 3/d");
        assertThat(ids(claim("limited", 9))).containsExactlyInAnyOrder("e0", "e1", "e2");
        long held = rows().all(
                        "select r.id from run as r join inbox as i on i.seq = r.event_seq where i.event_id = 'e3'",
                        row -> row.getLong(1))
                .get(0);
        did(Act.RELEASE, held, RunState.HELD);
        assertThat(ids(claim("limited", 9))).containsExactly("e3");
    }

    /** The count outlives the process, and days pass. */
    @Test
    default void aLimitOutlivesTheProcessAndPasses() {
        acceptTogether(IntStream.range(0, 4)
                .mapToObj(i -> Letters.one("e" + i, "" + i, RunSeed.of("limited")))
                .toList());
        stores().restart();
        accept(Letters.one("e4", "4", RunSeed.of("limited")));
        assertThat(states()).containsExactly("pending", "pending", "pending", "held", "held");
        rows().change("update setting set value = replace(value, substr(value, 1, 4), '1000')"
                + " where name like 'limit:%'");
        accept(Letters.one("e5", "5", RunSeed.of("limited")));
        assertThat(states()).endsWith("held", "pending");
    }

    /** Each lane, each source, each agent for itself. */
    @Test
    default void scopesAreCountedAlone() {
        accept(
                Letters.one("e0", "0", inLane("laned", "L")),
                Letters.one("e1", "1", inLane("laned", "L")),
                Letters.one("e2", "2", inLane("laned", "L")),
                Letters.one("e3", "3", inLane("laned", "M")),
                Letters.one("e4", "4", RunSeed.of("laned")),
                Letters.one("e5", "5", RunSeed.of("sourced")),
                Letters.one("e6", "6", RunSeed.of("sourced")),
                Letters.one("e7", "7", RunSeed.of("sourced")),
                Letters.watched("gitlab", "e8", "8", RunSeed.of("sourced")));
        assertThat(states())
                .containsExactly(
                        "pending", "pending", "held", "pending", "pending", "pending", "pending", "held", "pending");
    }

    /** What a limit holds takes nobody's place: the last one that was let through stays. */
    @Test
    default void whatALimitHoldsSupersedesNothing() {
        for (int i = 0; i < 4; i++) {
            accept(Letters.one("e" + i, "" + i, inLane("both", "L")));
        }
        assertThat(states()).containsExactly("superseded", "pending", "held", "held");
    }

    /** Gauges that say nothing any more are forgotten: there are never many more than in use. */
    @Test
    default void staleGaugesAreForgotten() {
        for (int i = 0; i < 60; i++) {
            accept(Letters.one("e" + i, "" + i, inLane("laned", "lane " + i)));
        }
        assertThat(rows().count("setting where name like 'limit:%'")).isEqualTo(60);
        rows().change("update setting set value = '1000 1 0 0 " + DAY_MS + "' where name like 'limit:%'");
        for (int i = 0; i < 60; i++) {
            accept(Letters.one("f" + i, "" + i, inLane("laned", "new lane " + i)));
        }
        assertThat(rows().count("setting where name like 'limit:%'")).isLessThan(80);
    }

    /** W12: a pause stops claims of an agent, or of all, on every node and over restarts; nothing else. */
    @Test
    default void whatIsPausedIsNotClaimed() {
        accept(Letters.one("e1", "1"), Letters.one("e2", "2", RunSeed.of("ask")), Letters.one("e3", "3"));
        var running = claim("triage", 1).get(0);
        assertThat(Answers.of(runs().pause(Optional.of("triage"), "me"))).isTrue();
        assertThat(Answers.of(runs().pause(Optional.of("triage"), "me"))).isFalse();
        stores().restart();
        assertThat(claim("triage", 5)).isEmpty();
        assertThat(ids(claim("ask", 5))).containsExactly("e2");
        assertThat(settle(running, done())).as("what is in progress goes on").isTrue();
        assertThat(Answers.of(runs().pause(Optional.empty(), "me"))).isTrue();
        accept(Letters.one("e4", "4", RunSeed.of("ask")));
        assertThat(claim("ask", 5)).isEmpty();
        assertThat(runs().paused()).isEqualTo(Set.of("*", "triage"));
        assertThat(Answers.of(runs().resume(Optional.empty(), "me"))).isTrue();
        assertThat(ids(claim("ask", 5))).containsExactly("e4");
        assertThat(claim("triage", 5)).isEmpty();
        Answers.of(runs().resume(Optional.of("triage"), "me"));
        assertThat(claim("triage", 5)).hasSize(1);
        assertThat(rows().texts("select verb || ' ' || target from action order by id"))
                .containsExactly("pause triage", "pause triage", "pause *", "resume *", "resume triage");
    }

    /** M8: one run is wanted now, its agent is paused; a completion is never kept waiting. Nothing else comes along. */
    @Test
    default void oneRunGoesAheadInSpiteOfAPause() {
        accept(
                Letters.one("e1", "1", inLane("triage", "L")),
                Letters.one("e2", "2", inLane("triage", "L")),
                Letters.one("e3", "3"),
                Letters.one("e4", "4", new RunSeed(FEED, RunMode.LIVE, Optional.empty(), Optional.empty(), true)));
        long second = run("e2");
        long third = run("e3");
        Answers.of(runs().pause(Optional.of("triage"), "me"));
        Answers.of(runs().pause(Optional.empty(), "me"));
        did(Act.HURRY, third, RunState.PENDING);
        did(Act.HURRY, second, RunState.PENDING);
        assertThat(ids(claim("triage", 9))).containsExactly("e2", "e3");
        assertThat(act(Act.HURRY, second)).isEqualTo(new Acted.Refused(RunState.RUNNING));
        assertThat(claim("triage", 9)).isEmpty();
        assertThat(ids(claim(FEED, 9))).containsExactly("e4");
        Answers.of(runs().resume(Optional.empty(), "me"));
        Answers.of(runs().resume(Optional.of("triage"), "me"));
        assertThat(claim("triage", 9)).as("its lane is taken").isEmpty();
        rows().change("update run set due_at = due_at + 3600000 where state = 'pending'");
        did(Act.HURRY, run("e1"), RunState.PENDING);
        did(Act.CANCEL, second, RunState.RUNNING);
        assertThat(ids(claim("triage", 9))).containsExactly("e1");
    }

    private long run(String event) {
        return rows().all(
                        "select r.id from run as r join inbox as i on i.seq = r.event_seq where i.event_id = '" + event
                                + "'",
                        row -> row.getLong(1))
                .get(0);
    }

    /**
     * Requeue: the same round with all attempts before it, under the same key; only from where it makes sense. Its
     * attempt has a number of its own (A16), above all before it.
     */
    @Test
    default void aRequeuedRunHasItsBudgetBack() {
        accept(Letters.one("e1", "1"));
        var first = claim("triage", 1).get(0);
        rows().change("update run set lapses = 4, attempts = 7");
        assertThat(act(Act.REQUEUE, first.runId())).isEqualTo(new Acted.Refused(RunState.RUNNING));
        settle(first, new Ending.Dead(report()));
        did(Act.REQUEUE, first.runId(), RunState.DEAD);
        var again = claim("triage", 1).get(0);
        assertThat(List.of(again.attempt(), again.attempts(), again.lapses(), again.round()))
                .containsExactly(2, 0, 0, 1);
        assertThat(again.lease().token()).isGreaterThan(first.lease().token());
        settle(again, done());
        assertThat(act(Act.REQUEUE, first.runId())).isEqualTo(new Acted.Refused(RunState.DONE));
        assertThat(act(Act.REQUEUE, 9_999)).isEqualTo(new Acted.Missing());
        assertThat(rows().texts("select actor || ' ' || verb || ' ' || target from action order by id"))
                .containsExactly("me requeue run " + first.runId());
    }

    /** Cancel: from every state that is not over; an attempt's late word is refused, a lane becomes free. */
    @Test
    default void aCancelledRunIsOver() {
        accept(
                Letters.one("e1", "1", inLane("triage", "L")),
                Letters.one("e2", "2", inLane("triage", "L")),
                Letters.one(
                        "e3", "3", new RunSeed("triage", RunMode.LIVE, Optional.empty(), Optional.of("why"), false)));
        var running = claim("triage", 1).get(0);
        did(Act.CANCEL, running.runId(), RunState.RUNNING);
        assertThat(settle(running, done())).isFalse();
        assertThat(Answers.of(runs().renew(running.lease(), 1_000))).isEmpty();
        var next = claim("triage", 5);
        assertThat(next).as("the other one of the lane").hasSize(1);
        Answers.of(runs().settle(Settlement.of(
                next.get(0), new Ending.Waiting(report(), 60_000, Optional.empty()), RetrySettings.DEFAULT)));
        did(Act.CANCEL, next.get(0).runId(), RunState.WAITING);
        long held = rows().all("select id from run where state = 'held'", row -> row.getLong(1))
                .get(0);
        did(Act.CANCEL, held, RunState.HELD);
        assertThat(states()).containsExactly("cancelled", "cancelled", "cancelled");
        assertThat(rows().texts("select distinct outcome from run order by outcome"))
                .containsExactly("cancelled by me");
        assertThat(act(Act.CANCEL, held)).isEqualTo(new Acted.Refused(RunState.CANCELLED));
    }

    /** U10: the pending runs of what a secret let in wait for a person, nobody else's; what is in progress goes on. */
    @Test
    default void whatALeakedSecretLetInIsHeld() {
        accept(Letters.one("e1", "1"));
        var running = claim("triage", 1).get(0);
        accept(
                Letters.one("e2", "2", RunSeed.of("triage"), RunSeed.of("ask")),
                Letters.watched("gitlab", "e3", "3", RunSeed.of("triage")),
                Letters.signed("another", "e4", "4"),
                Letters.one("e5", "5", inLane("triage", "L")));
        assertThat(Answers.of(runs().hold(Letters.SOURCE, "main", "me"))).isEqualTo(3);
        assertThat(states()).containsExactly("running", "held", "held", "pending", "pending", "held");
        assertThat(rows().texts("select distinct held from run where state = 'held' order by held"))
                .containsExactly("secret: main");
        assertThat(ids(claim("triage", 9))).containsExactlyInAnyOrder("e3", "e4");
        assertThat(claim("ask", 9)).isEmpty();
        assertThat(settle(running, done())).as("what is in progress goes on").isTrue();
        assertThat(Answers.of(runs().hold(Letters.SOURCE, "main", "me")))
                .as("again there is nothing to hold")
                .isZero();
        long held = rows().all("select id from run where lane = 'L'", row -> row.getLong(1))
                .get(0);
        did(Act.RELEASE, held, RunState.HELD);
        assertThat(ids(claim("triage", 9))).containsExactly("e5");
        assertThat(rows().texts("select verb || ' ' || target from action where verb = 'hold' order by id"))
                .containsExactly("hold secret main of github", "hold secret main of github");
    }

    /** U8, W3: cut off by a stop or by a crash, a run of an agent that must not be repeated waits for a person. */
    @Test
    default void anInterruptedRunIsHeldWhereItMustNotBeRepeated() {
        accept(Letters.one("e1", "1"), Letters.one("e2", "2"), Letters.one("e3", "3", RunSeed.of("ask")));
        var claimed = new ArrayList<>(claim("triage", 2));
        claimed.sort(Comparator.comparing(one -> one.event().id()));
        claim("ask", 1);
        assertThat(settle(claimed.get(0), new Ending.Interrupted())).isTrue();
        rows().age(31_000);
        assertThat(Answers.of(runs().reclaim("p2", 0, Set.of("triage"))))
                .extracting(
                        reclaimed -> reclaimed.agent() + " " + reclaimed.state().word())
                .containsExactlyInAnyOrder("triage held", "ask pending");
        assertThat(rows().texts("select state || ' ' || coalesce(held, '-') || ' ' || attempts || ' ' || lapses"
                        + " from run as r join inbox as i on i.seq = r.event_seq order by i.event_id"))
                .containsExactly("held interrupted 0 0", "held interrupted 0 1", "pending - 0 1");
        did(Act.RELEASE, claimed.get(1).runId(), RunState.HELD);
        assertThat(ids(claim("triage", 5))).containsExactly("e2");
    }

    private void accept(Acceptance... acceptances) {
        for (var acceptance : acceptances) {
            Answers.of(inbox(stores().one()).accept(acceptance));
        }
    }

    private void acceptTogether(List<Acceptance> acceptances) {
        var together = new Together(stores().one());
        var inbox = inbox(together);
        var answers = new ArrayList<java.util.concurrent.CompletionStage<List<Acceptance.Outcome>>>();
        acceptances.forEach(acceptance -> answers.add(inbox.accept(acceptance)));
        Answers.of(together.commit());
        Answers.of(answers);
    }

    private static Inbox inbox(Store store) {
        return new Inbox(store, POLICIES);
    }

    private List<String> states() {
        return rows().texts("select r.state from run as r join inbox as i on i.seq = r.event_seq order by i.event_id");
    }

    private Acted act(Act act, long run) {
        return Answers.of(runs().act(act, run, "me"));
    }

    private void did(Act act, long run, RunState was) {
        assertThat(act(act, run)).isEqualTo(new Acted.Did(act, run, was));
    }

    private List<Claimed> claim(String agent, int free) {
        return Answers.of(runs().claim(new ClaimRequest("p1", List.of(new Slots(agent, free)), 30_000, 100)));
    }

    private boolean settle(Claimed claimed, Ending ending) {
        return Answers.of(runs().settle(Settlement.of(claimed, ending, RetrySettings.DEFAULT)));
    }

    private Runs runs() {
        return new Runs(stores().one(), Chance.HIGHEST);
    }

    private Rows rows() {
        return new Rows(stores().one());
    }

    private static RunSeed inLane(String agent, String lane) {
        return new RunSeed(agent, RunMode.LIVE, Optional.of(lane), Optional.empty(), false);
    }

    private static List<String> ids(List<Claimed> claimed) {
        return claimed.stream().map(one -> one.event().id()).toList();
    }

    private static Ending done() {
        return new Ending.Done(report());
    }

    private static Ending.Report report() {
        return new Ending.Report("exit 0", OptionalInt.of(0), "fine", false);
    }
}

package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longstop.contract.Contracts;
import dev.longstop.contract.Path;
import dev.longstop.inbox.Acceptance;
import dev.longstop.inbox.EventState;
import dev.longstop.inbox.Inbox;
import dev.longstop.inbox.Replay;
import dev.longstop.inbox.ReplayChoice;
import dev.longstop.inbox.ReplayDraft;
import dev.longstop.inbox.ReplayDraft.Skip;
import dev.longstop.inbox.Rule;
import dev.longstop.inbox.Source;
import dev.longstop.queue.Act;
import dev.longstop.queue.Aftermath;
import dev.longstop.queue.ClaimRequest;
import dev.longstop.queue.Claimed;
import dev.longstop.queue.Ending;
import dev.longstop.queue.ReplayItem;
import dev.longstop.queue.ReplayPlan;
import dev.longstop.queue.Replayed;
import dev.longstop.queue.Replayed.Result;
import dev.longstop.queue.Replays;
import dev.longstop.queue.RetrySettings;
import dev.longstop.queue.RunMode;
import dev.longstop.queue.RunSeed;
import dev.longstop.queue.Runs;
import dev.longstop.queue.Settlement;
import dev.longstop.queue.Slots;
import dev.longstop.store.Store;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Replays on every store: what is planned, that exactly this is done, and that it is done once. */
public interface ReplayContract {

    /** The agents that there are. */
    Set<String> WORKERS = Set.of("triage", "limited", "skip", "supersede");

    /** The database of a test. */
    Stores stores();

    /** A source whose rules start an agent for every issue. */
    static Map<String, Source> ruled(String source, String agent) {
        return ruled(source, new Rule(List.of("issues"), Map.of(), List.of(agent), RunMode.LIVE));
    }

    /** A source with a rule. */
    static Map<String, Source> ruled(String name, Rule... rules) {
        var contract = ((Contracts.Sound) Contracts.builtIn("github")).contract();
        return Map.of(
                name,
                new Source(
                        name,
                        contract,
                        List.of(),
                        List.of(rules),
                        List.of(),
                        Optional.empty(),
                        1 << 20,
                        1_000,
                        Source.Replays.HOLD));
    }

    /** M1: events came while no rule named them; the rule is there now: each is worked on once, also asked twice. */
    @Test
    default void eventsThatNoRuleNamedGetTheirRunsOnce() {
        ignored(245);
        var draft = draw(ReplayChoice.everything().between(1_000, 9_000_000));
        assertThat(draft.plan().items()).hasSize(245);
        assertThat(draft.next()).isEmpty();
        assertThat(rows().count("run")).as("a plan begins nothing").isZero();

        var kept = Answers.of(replays(store()).keep(draft.plan(), "me"));
        var plan = replays(store()).find(kept).orElseThrow();
        assertThat(plan).isEqualTo(draft.plan());
        assertThat(results(carryOut(plan))).isEqualTo(Map.of(Result.BEGUN, 245));
        assertThat(results(carryOut(plan))).isEqualTo(Map.of(Result.BEFORE, 245));
        assertThat(rows().count("run where state = 'pending' and round = 1 and source = 'github'"))
                .isEqualTo(245);
        var again = draw(ReplayChoice.everything().of("triage"));
        assertThat(again.plan().items()).isEmpty();
        assertThat(again.skipped()).isEqualTo(Map.of(Skip.UNFINISHED, 245));
        assertThat(rows().count("action where verb = 'replay' and actor = 'me' and target like 'run %'"))
                .isEqualTo(245);
        assertThat(rows().texts("select distinct target from action where target like 'plan%'"))
                .containsExactly("plan " + kept);
        assertThat(rows().texts("select lane from run where lane like '%#e0'"))
                .containsExactly("triage:github/acme/app#e0");
    }

    /** Between two commits the store goes away: the same plan does the rest, and nothing twice. */
    @Test
    default void aPlanThatWasCutOffIsFinishedByTheSamePlan() {
        ignored(245);
        var plan = draw(ReplayChoice.everything().of("triage")).plan();
        var failing = new Failing(store()).after(1).transactions(1);
        assertThatThrownBy(() -> Answers.of(replays(failing).carryOut(plan, "me")))
                .isInstanceOf(RuntimeException.class);
        assertThat(rows().count("run")).isEqualTo(100);
        assertThat(results(carryOut(plan))).isEqualTo(Map.of(Result.BEFORE, 100, Result.BEGUN, 145));
        assertThat(rows().count("run")).isEqualTo(245);
    }

    /** Two nodes carry one plan out at the same time, and one twice in one commit: each run is born once. */
    @Test
    default void aPlanThatManyCarryOutAtOnceIsDoneOnce() {
        ignored(60);
        var plan = draw(ReplayChoice.everything().of("triage")).plan();
        var answers = new ArrayList<CompletionStage<List<Replayed>>>();
        for (int i = 0; i < 8; i++) {
            answers.add(replays(i % 2 == 0 ? store() : stores().other()).carryOut(plan, "me"));
        }
        var begun = Answers.of(answers).stream()
                .flatMap(List::stream)
                .filter(one -> one.result() == Result.BEGUN)
                .count();
        assertThat(begun).isEqualTo(60);
        assertThat(rows().count("run")).isEqualTo(60);
    }

    /** What is dead goes on in its round, under the same key; --again begins the next round of what is over. */
    @Test
    default void theDeadGoOnAndWhatIsOverIsRepeated() {
        accept(Letters.one("e1", "1"));
        accept(Letters.one("e2", "2"));
        for (var claimed : claim("triage")) {
            boolean dies = claimed.event().id().equals("e1");
            settle(claimed, dies ? new Ending.Dead(report("no")) : new Ending.Done(report("yes")));
        }
        var resumed = draw(ReplayChoice.everything().of("triage"));
        assertThat(resumed.skipped()).isEqualTo(Map.of(Skip.DONE, 1));
        assertThat(results(carryOut(resumed.plan()))).isEqualTo(Map.of(Result.GOES_ON, 1));
        assertThat(states()).containsExactly("e1 1 pending", "e2 1 done");
        var died = claim("triage").get(0);
        assertThat(died.round()).isEqualTo(1);
        settle(died, new Ending.Dead(report("no")));
        assertThat(results(carryOut(resumed.plan())))
                .as("it is dead again, and was not when the plan was made")
                .isEqualTo(Map.of(Result.CHANGED, 1));

        var again = draw(ReplayChoice.everything().of("triage").repeated());
        assertThat(results(carryOut(again.plan()))).isEqualTo(Map.of(Result.BEGUN, 2));
        assertThat(results(carryOut(again.plan()))).isEqualTo(Map.of(Result.BEFORE, 2));
        assertThat(states()).containsExactly("e1 1 dead", "e1 2 pending", "e2 1 done", "e2 2 pending");
        assertThat(draw(ReplayChoice.everything().in(EventState.DONE).repeated())
                        .plan()
                        .items())
                .as("the newest round counts")
                .isEmpty();
    }

    /** What went on and was cancelled before anybody claimed it stays so, when the plan is carried out again. */
    @Test
    default void whatAPersonEndsAfterAReplayStaysEnded() {
        accept(Letters.one("e1", "1"));
        long run = rows().all("select id from run", row -> row.getLong(1)).get(0);
        Answers.of(runs().act(Act.CANCEL, run, "me"));
        var plan = draw(ReplayChoice.everything().in(EventState.CANCELLED)).plan();
        assertThat(results(carryOut(plan))).isEqualTo(Map.of(Result.GOES_ON, 1));
        assertThat(states()).containsExactly("e1 1 pending");
        Answers.of(runs().act(Act.CANCEL, run, "me"));
        rows().change("update run set ended_at = ended_at + 1"); // All of this may have taken less than a millisecond.
        assertThat(results(carryOut(plan))).isEqualTo(Map.of(Result.CHANGED, 1));
        assertThat(states()).containsExactly("e1 1 cancelled");
    }

    /** What came or changed since the plan was made is left alone, and nothing else begins. */
    @Test
    default void whatChangedSinceThePlanIsLeftAlone() {
        accept(Letters.one("e1", "1"));
        accept(Letters.one("e2", "2"));
        claim("triage").forEach(claimed -> settle(claimed, new Ending.Dead(report("no"))));
        accept(Letters.ignored("github", "e3", 5_000));
        accept(Letters.ignored("github", "e4", 5_000));
        var plan = draw(ReplayChoice.everything().of("triage")).plan();
        assertThat(plan.items()).hasSize(4);
        accept(Letters.ignored("github", "e5", 5_000));
        Answers.of(runs().act(
                        Act.REQUEUE, plan.items().get(0).stood().orElseThrow().runId(), "other"));
        pruned("e3");

        assertThat(carryOut(plan))
                .extracting(Replayed::result)
                .containsExactly(Result.CHANGED, Result.GOES_ON, Result.PRUNED, Result.BEGUN);
        assertThat(states()).containsExactly("e1 1 pending", "e2 1 pending", "e4 1 pending");
        assertThat(draw(ReplayChoice.everything().of("triage")).skipped())
                .isEqualTo(Map.of(Skip.UNFINISHED, 3, Skip.PRUNED, 1));
    }

    /** A run that an order and a replay want at the same time is born in one round, whoever comes first. */
    @Test
    default void aRoundThatSomebodyElseTookIsNotBegun() {
        accept(Letters.one("e1", "1"));
        settle(claim("triage").get(0), new Ending.Done(report("yes")));
        var plan = draw(ReplayChoice.everything().of("triage").repeated()).plan();
        rows().change("insert into run (id, event_seq, agent, round, source, mode, state, created_at, due_at)"
                + " select 900000, event_seq, agent, 3, source, mode, 'pending', 1, 1 from run");
        assertThat(results(carryOut(plan))).isEqualTo(Map.of(Result.CHANGED, 1));
    }

    /** U2: what exceeds a limit is held, as if the events came now. */
    @Test
    default void limitsHoldWhatIsReplayed() {
        ignored(5);
        var plan = draw(ReplayChoice.everything().of("limited"), "limited").plan();
        assertThat(results(carryOut(plan))).isEqualTo(Map.of(Result.BEGUN, 3, Result.HELD, 2));
        assertThat(rows().texts("select held from run where state = 'held'")).containsOnly("limit: 3/d");
        assertThat(draw(ReplayChoice.everything().of("limited"), "limited").skipped())
                .isEqualTo(Map.of(Skip.UNFINISHED, 3, Skip.HELD, 2));
    }

    /** U3: a busy lane is skipped, or its older work gives way, as if the event came now. */
    @Test
    default void lanesGovernWhatIsReplayed() {
        accept(Letters.one("busy", "1", inLane("skip"), inLane("supersede")));
        accept(Letters.ignored("github", "e1", 5_000));
        assertThat(replayedInLane("skip")).isEqualTo(Result.SUPERSEDED);
        assertThat(replayedInLane("supersede")).isEqualTo(Result.BEGUN);
        assertThat(states()).containsExactly("busy 1 pending", "busy 1 superseded", "e1 1 pending", "e1 1 superseded");
    }

    /** What is asked for late is no newer work: it does not take the place of a newer event's run. */
    @Test
    default void anOlderEventTakesNoNewerOnesPlace() {
        accept(Letters.ignored("github", "e1", 5_000));
        accept(Letters.one("newer", "1", inLane("supersede")));
        assertThat(replayedInLane("supersede")).isEqualTo(Result.SUPERSEDED);
        assertThat(states()).containsExactly("e1 1 superseded", "newer 1 pending");
    }

    private Result replayedInLane(String agent) {
        var row = rows().all("select seq from inbox where event_id = 'e1'", one -> one.getLong(1));
        return carryOut(draw(ReplayChoice.everything().only(row), agent).plan())
                .get(0)
                .result();
    }

    /** What a captured body may have caused is held by a replay, too; and so it is with a plan's every round. */
    @Test
    default void whatIsSuspectedIsHeld() {
        accept(Letters.watched("github", "e1", "{}"));
        accept(Letters.watched("github", "e2", "{}"));
        var plan = draw(ReplayChoice.everything().of("triage")).plan();
        assertThat(results(carryOut(plan))).isEqualTo(Map.of(Result.BEGUN, 1, Result.HELD, 1));
        assertThat(rows().texts("select held from run where state = 'held'")).containsExactly("suspected replay");
    }

    /** A rule's condition is looked at in the stored body; one that only watches starts nothing. */
    @Test
    default void thePresentRulesDecide() {
        accept(Letters.ignored("github", "e1", 5_000));
        accept(Letters.ignored("github", "e2", 5_000));
        pruned("e2");
        var rule = new Rule(
                List.of("issues.opened"),
                Map.of(Path.parse("$.id"), new Rule.Is("e1")),
                List.of("triage"),
                RunMode.LIVE);
        var draft =
                planner(ruled("github", rule)).draw(ReplayChoice.everything().of("triage"));
        assertThat(draft.plan().items()).extracting(ReplayItem::agent).containsExactly("triage");
        assertThat(draft.skipped()).isEqualTo(Map.of(Skip.PRUNED, 1));
        var shadow = new Rule(List.of("*"), Map.of(), List.of("triage"), RunMode.SHADOW);
        assertThat(planner(ruled("github", shadow))
                        .draw(ReplayChoice.everything().of("triage"))
                        .skipped())
                .isEqualTo(Map.of(Skip.SHADOW, 2));
        assertThat(draw(ReplayChoice.everything().of("gone"), "gone").skipped())
                .isEqualTo(Map.of(Skip.PARKED, 1, Skip.PRUNED, 1));
        assertThat(planner(Map.of())
                        .draw(ReplayChoice.everything().between(0, 9_000))
                        .skipped())
                .isEqualTo(Map.of(Skip.IGNORED, 2));
    }

    /** Range, source, type, state, single events; and where a plan ends since there is more. */
    @Test
    default void aChoiceIsWhatItNames() {
        for (int i = 0; i < 10; i++) {
            accept(Letters.ignored(i % 2 == 0 ? "github" : "other", "e" + i, 1_000_000L * i));
        }
        accept(Letters.one("dead", "1"));
        settle(claim("triage").get(0), new Ending.Dead(report("no")));
        var all = ReplayChoice.everything();
        assertThat(ids(draw(all.between(3_000_000, 8_000_000)))).containsExactly("e4", "e6");
        assertThat(ids(draw(all.in(EventState.DEAD)))).containsExactly("dead");
        assertThat(ids(draw(all.in(EventState.IGNORED)))).containsExactly("e0", "e2", "e4", "e6", "e8");
        assertThat(ids(draw(with(Optional.of("github"), Optional.of("issues.opened")))))
                .hasSize(6);
        assertThat(ids(draw(with(Optional.of("github"), Optional.of("issues.closed")))))
                .isEmpty();
        assertThat(ids(draw(with(Optional.of("other"), Optional.empty())))).isEmpty();
        var rows = rows().all("select seq from inbox where event_id in ('e2', 'e8')", row -> row.getLong(1));
        assertThat(ids(draw(all.only(rows)))).containsExactly("e2", "e8");
        assertThat(ids(draw(all.of("triage").after(rows.get(0)))))
                .doesNotContain("e0", "e2")
                .hasSize(4);
    }

    /** A plan is bounded, and the next one goes on where it ended. */
    @Test
    default void aLongPlanGoesOn() {
        ignored(ReplayPlan.ITEMS_MAX + 30);
        var first = draw(ReplayChoice.everything().of("triage"));
        assertThat(first.plan().items()).hasSize(ReplayPlan.ITEMS_MAX);
        var second =
                draw(ReplayChoice.everything().of("triage").after(first.next().orElseThrow()));
        assertThat(second.plan().items()).hasSize(30);
        assertThat(second.next()).isEmpty();
        carryOut(first.plan());
        carryOut(second.plan());
        assertThat(rows().count("run")).isEqualTo(ReplayPlan.ITEMS_MAX + 30);
    }

    /** A plan is kept for a day, and no more than a hundred are. */
    @Test
    default void plansAreForgotten() {
        ignored(1);
        var plan = draw(ReplayChoice.everything().of("triage")).plan();
        var first = Answers.of(replays(store()).keep(plan, "me"));
        rows().change("update setting set changed_at = changed_at - " + (Replays.KEPT_MS + 1_000)
                + " where name = 'replay:" + first + "'");
        assertThat(replays(store()).find(first)).isEmpty();
        for (long seq = 1; seq <= 120; seq++) {
            var other = new ReplayItem(seq, "triage", 1, Optional.empty(), Optional.empty(), false);
            Answers.of(replays(store()).keep(new ReplayPlan(List.of(other)), "me"));
        }
        assertThat(rows().count("setting where name like 'replay:%'")).isEqualTo(100);
        assertThat(replays(store()).find("0123456789abcdef")).isEmpty();
    }

    private static ReplayChoice with(Optional<String> source, Optional<String> type) {
        return new ReplayChoice(
                false,
                source,
                type,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty());
    }

    private Store store() {
        return stores().one();
    }

    private Replays replays(Store store) {
        return new Replays(store, GovernContract.POLICIES, Aftermath.none());
    }

    private Replay planner(Map<String, Source> sources) {
        return new Replay(store(), () -> sources, () -> WORKERS);
    }

    private ReplayDraft draw(ReplayChoice choice) {
        return draw(choice, "triage");
    }

    private ReplayDraft draw(ReplayChoice choice, String agent) {
        return planner(ruled("github", agent)).draw(choice);
    }

    private List<Replayed> carryOut(ReplayPlan plan) {
        return Answers.of(replays(store()).carryOut(plan, "me"));
    }

    private static Map<Result, Integer> results(List<Replayed> done) {
        var counts = new EnumMap<Result, Integer>(Result.class);
        done.forEach(one -> counts.merge(one.result(), 1, Integer::sum));
        return counts;
    }

    private List<String> ids(ReplayDraft draft) {
        return draft.plan().items().stream()
                .flatMap(item -> Optional.ofNullable(draft.events().get(item.eventSeq())).stream())
                .map(event -> event.id())
                .toList();
    }

    private void accept(Acceptance acceptance) {
        Answers.of(new Inbox(store(), GovernContract.POLICIES).accept(acceptance));
    }

    private void ignored(int events) {
        var inbox = new Inbox(store());
        Answers.of(IntStream.range(0, events)
                .mapToObj(i -> inbox.accept(Letters.ignored("github", "e" + i, 1_000 + i)))
                .toList());
    }

    private void pruned(String event) {
        rows().change("update delivery set body = null, pruned_at = 1 where id ="
                + " (select delivery_id from inbox where event_id = '" + event + "')");
    }

    private List<String> states() {
        return rows().texts("select i.event_id || ' ' || r.round || ' ' || r.state from run as r"
                + " join inbox as i on i.seq = r.event_seq order by i.event_id, r.round, r.state");
    }

    private List<Claimed> claim(String agent) {
        return Answers.of(runs().claim(new ClaimRequest("p1", List.of(new Slots(agent, 9)), 30_000, 100)));
    }

    private void settle(Claimed claimed, Ending ending) {
        assertThat(Answers.of(runs().settle(Settlement.of(claimed, ending, RetrySettings.DEFAULT))))
                .isTrue();
    }

    private Runs runs() {
        return new Runs(store(), Chance.HIGHEST);
    }

    private Rows rows() {
        return new Rows(store());
    }

    private static RunSeed inLane(String agent) {
        var lane = agent + ":github/acme/app#e1";
        return new RunSeed(agent, RunMode.LIVE, Optional.of(lane), Optional.empty(), false);
    }

    private static Ending.Report report(String outcome) {
        return new Ending.Report(outcome, OptionalInt.empty(), "", false);
    }
}

package dev.longstop.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.event.Event;
import dev.longstop.inbox.ReplayDraft.Skip;
import dev.longstop.inbox.ReplayRules.Does;
import dev.longstop.inbox.ReplayRules.Leaves;
import dev.longstop.inbox.ReplayRules.Standing;
import dev.longstop.inbox.ReplayRules.Verdict;
import dev.longstop.queue.ReplayItem;
import dev.longstop.queue.ReplayItem.Stood;
import dev.longstop.queue.ReplayRun;
import dev.longstop.queue.RunMode;
import dev.longstop.queue.RunSeed;
import dev.longstop.queue.RunState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a replay does for an event: each row of the table in {@code docs/lifecycle.md}. */
class ReplayRulesTest {

    private static final ReplayChoice PLAIN = ReplayChoice.everything();
    private static final ReplayChoice AGAIN = PLAIN.repeated();

    private boolean pruned;
    private Optional<List<RunSeed>> owed = Optional.of(List.of(RunSeed.of("triage")));
    private final List<ReplayRun> runs = new ArrayList<>();

    private List<Verdict> decide(ReplayChoice choice) {
        var event = new Event(
                7, "github", "e", 1, 0, "issues", "opened", Optional.empty(), 1, true, false, Optional.empty());
        return new ReplayRules(choice, Set.of("triage", "review", "@claude"))
                .decide(new Standing(event, pruned, runs, owed));
    }

    private Stood stands(String agent, int round, RunState state, RunMode mode) {
        var stood = new Stood(100 + runs.size(), round, state, round, 9);
        runs.add(new ReplayRun(7, agent, stood, mode, Optional.of("lane"), agent.startsWith("@")));
        return stood;
    }

    private Stood stands(RunState state) {
        runs.clear();
        return stands("triage", 1, state, RunMode.LIVE);
    }

    private static Does does(ReplayItem item) {
        return new Does(item);
    }

    private static Leaves leaves(Skip why) {
        return new Leaves(why);
    }

    @Test
    void aRunThatIsMissingBegins() {
        var item = new ReplayItem(7, "triage", 1, Optional.empty(), Optional.empty(), false);
        assertThat(decide(PLAIN)).containsExactly(does(item));
        assertThat(decide(PLAIN.in(EventState.IGNORED))).containsExactly(does(item));
        assertThat(decide(PLAIN.in(EventState.DEAD))).isEmpty();
        assertThat(decide(PLAIN.of("review"))).isEmpty();
        assertThat(decide(AGAIN)).containsExactly(leaves(Skip.NO_RUN));
        stands("review", 1, RunState.DONE, RunMode.LIVE);
        assertThat(decide(PLAIN)).containsExactly(leaves(Skip.DONE), does(item));
    }

    @Test
    void whatTheRulesDoNotStartIsLeft() {
        owed = Optional.of(List.of());
        assertThat(decide(PLAIN)).containsExactly(leaves(Skip.IGNORED));
        owed = Optional.of(List.of(
                new RunSeed("triage", RunMode.SHADOW, Optional.empty(), Optional.empty(), false), RunSeed.of("gone")));
        assertThat(decide(PLAIN)).containsExactly(leaves(Skip.SHADOW), leaves(Skip.PARKED));
        owed = Optional.empty();
        assertThat(decide(PLAIN)).containsExactly(leaves(Skip.UNREADABLE));
        pruned = true;
        assertThat(decide(PLAIN)).containsExactly(leaves(Skip.PRUNED));
    }

    @Test
    void whatIsDeadOrExpiredGoesOn() {
        for (var state : List.of(RunState.DEAD, RunState.EXPIRED)) {
            var stood = stands(state);
            assertThat(decide(PLAIN)).containsExactly(does(ReplayItem.goingOn(7, "triage", stood)));
        }
        pruned = true;
        assertThat(decide(PLAIN)).containsExactly(leaves(Skip.PRUNED));
    }

    /** M5: what a person ended, and what nobody knows, is taken only by its name. */
    @Test
    void whatPeopleEndedIsTakenOnlyByItsName() {
        for (var word : List.of("cancelled", "uncertain")) {
            var stood = stands(RunState.of(word));
            var why = leaves(Skip.valueOf(stood.state().name()));
            var named = EventState.of(word).orElseThrow();
            assertThat(decide(PLAIN)).containsExactly(why);
            assertThat(decide(AGAIN)).containsExactly(why);
            assertThat(decide(PLAIN.in(named))).containsExactly(does(ReplayItem.goingOn(7, "triage", stood)));
            assertThat(decide(AGAIN.in(named))).hasSize(1).allMatch(Does.class::isInstance);
        }
        stands(RunState.SUPERSEDED);
        assertThat(decide(PLAIN)).containsExactly(leaves(Skip.SUPERSEDED));
        assertThat(decide(PLAIN.in(EventState.SUPERSEDED))).containsExactly(leaves(Skip.SUPERSEDED));
        assertThat(decide(AGAIN)).containsExactly(leaves(Skip.SUPERSEDED));
        assertThat(decide(AGAIN.in(EventState.SUPERSEDED))).hasSize(1).allMatch(Does.class::isInstance);
    }

    @Test
    void whatIsNotOverIsLeft() {
        for (var choice : List.of(PLAIN, AGAIN)) {
            for (var state : List.of(RunState.PENDING, RunState.RUNNING, RunState.WAITING)) {
                stands(state);
                assertThat(decide(choice)).containsExactly(leaves(Skip.UNFINISHED));
            }
            stands(RunState.HELD);
            assertThat(decide(choice)).containsExactly(leaves(Skip.HELD));
        }
    }

    @Test
    void againBeginsTheNextRoundOfTheNewest() {
        stands(RunState.DONE);
        var newest = stands("triage", 2, RunState.DEAD, RunMode.LIVE);
        assertThat(decide(AGAIN))
                .containsExactly(does(new ReplayItem(7, "triage", 3, Optional.of(newest), Optional.of("lane"), false)));
        assertThat(decide(AGAIN.in(EventState.DONE))).isEmpty();
        owed = Optional.of(List.of());
        assertThat(decide(AGAIN))
                .as("what was owed then is done again")
                .hasSize(1)
                .allMatch(Does.class::isInstance);
    }

    /** A shadow starts nothing; where the rule is live now, its next round does. */
    @Test
    void aShadowBecomesLiveOnlyInANewRound() {
        stands("triage", 1, RunState.DONE, RunMode.SHADOW);
        assertThat(decide(PLAIN)).containsExactly(leaves(Skip.SHADOW));
        assertThat(decide(AGAIN)).hasSize(1).allMatch(Does.class::isInstance);
        owed = Optional.of(List.of());
        assertThat(decide(AGAIN)).containsExactly(leaves(Skip.SHADOW));
        owed = Optional.of(List.of(new RunSeed("triage", RunMode.SHADOW, Optional.empty(), Optional.empty(), false)));
        stands(RunState.DONE);
        assertThat(decide(AGAIN)).as("the rule only watches now").containsExactly(leaves(Skip.SHADOW));
    }

    @Test
    void aCompletionIsMergedOnce() {
        owed = Optional.of(List.of());
        var stood = stands("@claude", 1, RunState.DEAD, RunMode.LIVE);
        assertThat(decide(AGAIN)).containsExactly(leaves(Skip.COMPLETION));
        assertThat(decide(PLAIN)).containsExactly(does(ReplayItem.goingOn(7, "@claude", stood)));
    }
}

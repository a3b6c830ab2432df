package dev.longstop.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.longstop.agent.Assignment;
import dev.longstop.agent.Revocation.Reason;
import dev.longstop.event.IdempotencyKey;
import dev.longstop.loop.LogLines;
import dev.longstop.queue.Ending;
import dev.longstop.queue.RunMode;
import dev.longstop.queue.RunSeed;
import dev.longstop.telemetry.MetricNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunConsumerTest {

    @TempDir
    private static Path nativeDirectory;

    private Rig rig;
    private ScriptedAgent ask;

    @BeforeEach
    void open() {
        rig = new Rig(nativeDirectory);
        ask = new ScriptedAgent("ask", 4);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /**
     * S8, S9, S10: the event, its payload and its key reach the agent; one line says what came of it, and no payload.
     */
    @Test
    void aDueRunIsRunOnceAndItsOutcomeIsWrittenAndLogged() {
        try (var log = LogLines.of(Settling.class)) {
            var process = rig.process("p1", ask);
            rig.accept("e1", "ask");

            process.work();
            rig.pass(120_000, process);

            assertThat(rig.runs()).containsExactly("done 1 0");
            assertThat(ask.given).hasSize(1);
            var given = ask.given.get(0);
            assertThat(given.payload()).asString().isEqualTo("{\"id\":\"e1\"}");
            assertThat(given.idempotencyKey()).isEqualTo(IdempotencyKey.ofRun("here", "ask", "github/e1", 1));
            assertThat(given.traceParent().text()).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01");
            assertThat(log.at(Level.INFO)).hasSize(1);
            assertThat(log.at(Level.INFO).get(0))
                    .contains("event=\"github/e1\"", "run=\"1\"", "agent=\"ask\"", "outcome=\"done\"")
                    .doesNotContain("\"id\"");
            assertThat(rig.counted(MetricNames.RUNS, "agent", "ask", "outcome", "done"))
                    .isEqualTo(1);
        }
    }

    @Test
    void theJsonInsideAFormIsThePayload() {
        var process = rig.process("p1", ask);
        var form = "x=1&payload=%7B%22a%22%3A%22%C3%A9+b%22%7D";
        rig.accept("forms", "e1", "application/x-www-form-urlencoded", form, RunSeed.of("ask"));
        rig.accept("github", "e2", "text/plain", "a=b", RunSeed.of("ask"));

        process.work();

        assertThat(ask.given.stream().map(Assignment::payload).map(String::new))
                .containsExactly("{\"a\":\"é b\"}", "a=b");
    }

    @Test
    void aWakeUpHasWorkClaimedAtOnceAndWithoutOneItIsFoundByTheNextPoll() {
        var process = rig.process("p1", ask);
        process.turn();

        rig.accept("e1", "ask");
        process.turn();
        assertThat(ask.given.size() + process.workers().inProgress())
                .as("nobody said so")
                .isZero();

        process.consumer().up();
        process.turn();
        assertThat(process.workers().inProgress()).isEqualTo(1);

        rig.accept("e2", "ask");
        rig.pass(1_000, process);
        assertThat(process.workers().inProgress()).isEqualTo(2);
    }

    /** S11: retries belong to the consumer, and none is begun before its time. */
    @Test
    void anAttemptThatAsksForAnotherGetsItWhenItIsDue() {
        ask.does(assignment -> assignment.claimed().attempt() == 1
                ? new Ending.Retry(new Ending.Report("busy", OptionalInt.empty(), "", false), Optional.of(60_000L))
                : ScriptedAgent.done("at last"));
        var process = rig.process("p1", ask);
        rig.accept("e1", "ask");
        process.work();
        assertThat(rig.runs()).containsExactly("pending 1 0");

        rig.pass(59_000, process);
        assertThat(process.workers().inProgress()).isZero();
        rig.pass(2_000, process);
        process.work();

        assertThat(rig.runs()).containsExactly("done 2 0");
        assertThat(ask.given).hasSize(2);
        assertThat(ask.given.get(0).idempotencyKey()).isEqualTo(ask.given.get(1).idempotencyKey());
    }

    /** L1, S11: the limit holds, and the end is visible. */
    @Test
    void attemptsEndInDead() {
        ask.does(assignment -> ScriptedAgent.later());
        var process = rig.process("p1", ask);
        rig.accept("e1", "ask");
        for (int i = 0; i < 20; i++) {
            process.work();
            rig.pass(3_600_000 / 10, process);
        }
        assertThat(rig.runs()).containsExactly("dead 8 0");
        assertThat(ask.given).hasSize(8);
        assertThat(rig.counted(MetricNames.RUNS, "agent", "ask", "outcome", "dead"))
                .isEqualTo(1);
    }

    @Test
    void whatNoAttemptWouldChangeIsDeadAtOnce() {
        ask.does(assignment -> ScriptedAgent.dead());
        var process = rig.process("p1", ask);
        rig.accept("e1", "ask");
        process.work();
        assertThat(rig.runs()).containsExactly("dead 1 0");
    }

    @Test
    void anAgentHasNoMoreAttemptsInProgressThanItMay() {
        var process = rig.process("p1", new ScriptedAgent("ask", 2), new ScriptedAgent("review", 3));
        IntStream.range(0, 10).forEach(i -> rig.accept("a" + i, "ask"));
        IntStream.range(0, 10).forEach(i -> rig.accept("r" + i, "review"));

        process.turn();
        rig.pass(5_000, process);

        assertThat(process.workers().inProgress()).isEqualTo(5);
        process.workers().doOne();
        process.turn();
        assertThat(process.workers().inProgress()).as("room is filled at once").isEqualTo(5);
    }

    /** A slow agent starves no other. */
    @Test
    void anAgentThatDoesNotComeBackKeepsNoOtherWaiting() {
        var slow = new ScriptedAgent("slow", 2);
        var process = rig.process("p1", slow, ask);
        IntStream.range(0, 50).forEach(i -> rig.accept("s" + i, "slow"));
        process.turn();
        assertThat(process.workers().inProgress()).isEqualTo(2);

        IntStream.range(0, 30).forEach(i -> rig.accept("a" + i, "ask"));
        process.consumer().up();
        process.turn();

        assertThat(process.workers().inProgress()).isEqualTo(2 + 4);
        assertThat(rig.texts("select agent from run where state = 'running' order by id"))
                .containsExactly("slow", "slow", "ask", "ask", "ask", "ask");
    }

    /** A lane's next run begins when the one before it has ended, not at the next poll. */
    @Test
    void aLanesNextRunBeginsAtOnce() {
        var process = rig.process("p1", ask);
        var seed = new RunSeed("ask", RunMode.LIVE, Optional.of("L"), Optional.empty(), false);
        IntStream.range(0, 5).forEach(i -> rig.accept("github", "e" + i, "application/json", "{}", seed));

        process.work();

        assertThat(rig.runs()).containsOnly("done 1 0").hasSize(5);
    }

    /** A bug of an agent costs an attempt, and neither the slot nor the consumer. */
    @Test
    void anAgentThatThrowsCostsAnAttempt() {
        ask.does(assignment -> {
            throw new IllegalStateException("planted");
        });
        var process = rig.process("p1", new ScriptedAgent("other", 1), ask);
        rig.accept("e1", "ask");
        process.turn();
        try {
            process.workers().doOne();
        } catch (IllegalStateException planted) {
            assertThat(planted).hasMessage("planted");
        }
        process.turn();
        assertThat(rig.runs()).containsExactly("pending 1 0");
        assertThat(process.consumer().inProgress()).isZero();
    }

    /** An agent that gives up although nobody asked it to must not be started again and again for nothing. */
    @Test
    void givingUpUnaskedIsAnAnswer() {
        ask.does(assignment -> new Ending.Released("because"));
        var process = rig.process("p1", ask);
        rig.accept("e1", "ask");
        process.turn();
        process.workers().doAll();
        process.turn();
        assertThat(rig.runs()).containsExactly("pending 1 0");
    }

    /** F6: any text is a result. */
    @Test
    void aHostileResultIsStored() {
        ask.does(assignment -> ScriptedAgent.done("a\0b\uD800c"));
        var process = rig.process("p1", ask);
        rig.accept("e1", "ask");
        process.work();
        assertThat(rig.runs()).containsExactly("done 1 0");
        assertThat(rig.texts("select result from run order by id")).containsExactly("a\uFFFDb\uFFFDc");
    }

    /** H23, W3: what never comes back loses its slot, and its late result is refused. */
    @Test
    void aHungAttemptIsGivenUpAndItsSlotIsFree() {
        var one = new ScriptedAgent("ask", 1);
        var process = rig.process("p1", one);
        rig.accept("e1", "ask");
        rig.accept("e2", "ask");
        process.turn();
        assertThat(process.workers().inProgress()).isEqualTo(1);

        rig.pass(ScriptedAgent.TIMEOUT_MS + Attempt.HUNG_MS - 5_000, process);
        assertThat(rig.runs()).containsExactly("running 0 0", "pending 0 0");
        rig.pass(10_000, process);

        assertThat(rig.runs()).containsExactly("pending 1 0", "running 0 0");
        process.workers().doOne();
        process.turn();
        assertThat(one.given.get(0).revocation().revoked()).isTrue();
        assertThat(rig.runs()).as("the late result").containsExactly("pending 1 0", "running 0 0");
        process.workers().doOne();
        process.turn();
        assertThat(rig.texts("select state from run where id = 2 order by id")).containsExactly("done");
    }

    /** S8: two processes share the work, and none is done twice. */
    @Test
    void twoProcessesNeverRunTheSameRun() {
        var other = new ScriptedAgent("ask", 4);
        var first = rig.process("p1", ask);
        var second = rig.process("p2", other);
        IntStream.range(0, 100).forEach(i -> rig.accept("e" + i, "ask"));
        for (int i = 0; i < 40; i++) {
            first.turn();
            second.turn();
            first.workers().doAll();
            second.workers().doAll();
        }
        assertThat(rig.runs()).containsOnly("done 1 0").hasSize(100);
        assertThat(ask.given.size() + other.given.size()).isEqualTo(100);
        assertThat(other.given).isNotEmpty();
    }

    /** L1: a run that kills its process again and again ends; it never runs more often than it may. */
    @Test
    void aPoisonousRunEnds() {
        rig.accept("e1", "ask");
        liveAndDie(10, Rig.LEASE_MS * 5);
        assertThat(rig.runs()).containsExactly("dead 0 5");
    }

    /**
     * L1: of runs that may bring processes down one is at work at a time, until it is over or a lease long; so a
     * poisonous one ends alone.
     */
    @Test
    void suspectsAreTakenOneAfterTheOther() {
        IntStream.range(0, 3).forEach(i -> rig.accept("e" + i, "ask"));
        lapse(2);
        rig.accept("new", "ask");
        var process = rig.process("p3", ask);
        rig.pass(2_000, process);
        assertThat(process.workers().inProgress()).as("the new one").isEqualTo(1);
        process.workers().doAll();

        rig.pass(Rig.LEASE_MS, process);
        assertThat(process.workers().inProgress()).isEqualTo(1);
        process.workers().doAll();
        rig.pass(2_000, process);
        assertThat(process.workers().inProgress())
                .as("the next, since the first is over")
                .isEqualTo(1);
        rig.pass(Rig.LEASE_MS, process);
        assertThat(process.workers().inProgress())
                .as("the last, since its neighbour did no harm in all that time")
                .isEqualTo(2);
        process.work();
        assertThat(rig.runs()).containsExactly("done 1 2", "done 1 2", "done 1 2", "done 1 0");
    }

    /** H17: processes that are killed as soon as they live do not use up the chances of what they began. */
    @Test
    void shortLivesCostNoRunItsLastChances() {
        rig.accept("e1", "ask");
        lapse(2);
        liveAndDie(20, Rig.LEASE_MS - 2_000);
        assertThat(rig.runs()).containsExactly("pending 0 2");
        var process = rig.process("lives", ask);
        rig.pass(Rig.LEASE_MS, process);
        process.work();
        assertThat(rig.runs()).containsExactly("done 1 2");
    }

    /** H17: the more leases a run lost, the longer lives the process that begins it once more. */
    @Test
    void aRunIsGivenUpOnlyByWhatOutlivesIt() {
        rig.accept("e1", "ask");
        lapse(2);
        liveAndDie(20, Rig.LEASE_MS * 2 - 2_000);
        assertThat(rig.runs()).as("begun after one lease, then not again").containsExactly("pending 0 3");
        var longer = rig.process("longer", ask);
        rig.pass(Rig.LEASE_MS * 2, longer);
        assertThat(longer.workers().inProgress()).isEqualTo(1);
        longer.workers().die();
        var shorter = rig.process("shorter", ask);
        rig.pass(Rig.LEASE_MS * 4 - 2_000, shorter);
        assertThat(rig.runs()).containsExactly("pending 0 4");
        rig.pass(2_000, shorter);
        shorter.work();
        assertThat(rig.runs()).containsExactly("done 1 4");
    }

    /** Has so many processes live for a while, one after the other, and die. */
    private void liveAndDie(int lives, long eachMs) {
        for (int i = 0; i < lives; i++) {
            var brief = rig.process("brief" + i, ask);
            rig.pass(eachMs, brief);
            brief.workers().die();
        }
    }

    /** Has so many processes claim what there is and die, and the last of their leases taken back. */
    private void lapse(int lives) {
        for (int i = 0; i < lives; i++) {
            var doomed = rig.process("doomed" + i, ask);
            rig.pass(2_000, doomed);
            doomed.workers().die();
            rig.pass(Rig.LEASE_MS * 2, rig.process("heir" + i));
        }
    }

    /** W7, U8: a stop claims nothing more, lets attempts in progress end, and is then quiet. */
    @Test
    void aStopLetsAttemptsInProgressEnd() {
        var process = rig.process("p1", ask);
        rig.accept("e1", "ask");
        process.turn();

        process.consumer().stop(agent -> 1_800_000);
        rig.accept("e2", "ask");
        // Far longer than a lease: what renews goes on.
        rig.pass(1_200_000 / 4, process);
        assertThat(process.consumer().quiet()).isFalse();
        assertThat(rig.runs()).containsExactly("running 0 0", "pending 0 0");
        process.workers().doAll();
        process.turn();

        assertThat(process.consumer().quiet()).isTrue();
        assertThat(rig.runs()).containsExactly("done 1 0", "pending 0 0");
        assertThat(ask.given).hasSize(1);
        rig.pass(60_000, process);
        assertThat(rig.runs()).containsExactly("done 1 0", "pending 0 0");
    }

    /**
     * When the time to drain is over an attempt is revoked; that counts as neither attempt nor lapse. Agents have
     * their own.
     */
    @Test
    void whatOutlastsTheDrainIsReleased() {
        var patient = new ScriptedAgent("patient", 1);
        ask.does(assignment -> assignment.revocation().revoked()
                ? new Ending.Released("stopping")
                : ScriptedAgent.done("not revoked"));
        var process = rig.process("p1", ask, patient);
        rig.accept("e1", "ask");
        rig.accept("e2", "patient");
        process.turn();
        process.consumer().stop(agent -> agent.equals("ask") ? 5_000 : 60_000);

        rig.pass(6_000, process);
        process.workers().doAll();
        process.turn();

        assertThat(ask.given.get(0).revocation().reason().getNow(Reason.CANCELLED))
                .isEqualTo(Reason.STOPPING);
        assertThat(patient.given.get(0).revocation().revoked()).isFalse();
        assertThat(rig.runs()).containsExactly("pending 0 0", "done 1 0");
        assertThat(process.consumer().quiet()).isTrue();
    }

    /** An attempt that finishes although it was revoked has finished. */
    @Test
    void whatIsDoneInSpiteOfTheStopIsDone() {
        var process = rig.process("p1", ask);
        rig.accept("e1", "ask");
        process.turn();
        process.consumer().stop(agent -> 0);
        process.turn();
        process.workers().doAll();
        process.turn();
        assertThat(rig.runs()).containsExactly("done 1 0");
    }

    /** What was being claimed when the stop came is handed back. */
    @Test
    void aClaimUnderWayAtTheStopIsHandedBack() {
        var process = rig.process("p1", ask);
        rig.accept("e1", "ask");
        process.store().keep();
        process.turn();
        process.consumer().stop(agent -> 0);
        process.turn();
        assertThat(process.consumer().quiet()).as("a claim is under way").isFalse();

        process.store().goOn();
        process.turn();

        assertThat(process.consumer().quiet()).isTrue();
        assertThat(rig.runs()).containsExactly("pending 0 0");
        assertThat(ask.given).isEmpty();
    }

    @Test
    void aRunForWhichNoThreadIsFreeIsHandedBackWithoutASpin() {
        var process = rig.process("p1", ask);
        rig.accept("e1", "ask");
        process.workers().refuse(1_000);
        rig.pass(10_000, process);
        assertThat(rig.runs()).containsExactly("pending 0 0");
        assertThat(process.store().asked("claim")).isLessThan(100);
        process.workers().refuse(0);
        rig.pass(6_000, process);
        process.work();
        assertThat(rig.runs()).containsExactly("done 1 0");
    }

    /** Rest is rest: with nothing to do it asks once a poll, and for lapsed leases three times a lease. */
    @Test
    void anIdleConsumerAsksLittle() {
        var process = rig.process("p1", ask);
        for (int i = 0; i < 6_000; i++) {
            rig.time.pass(10);
            assertThat(process.consumer().turn()).isZero();
            assertThat(process.consumer().leases().turn()).isZero();
        }
        assertThat(process.store().asked("claim")).isBetween(55, 62);
        assertThat(process.store().asked("reclaim")).isBetween(4, 7);
        assertThat(process.store().asked("renew")).isZero();
        assertThat(process.store().asked("settle")).isZero();
    }

    @Test
    void aRunThatMayOnlyBeRecordedIsNotStarted() {
        var process = rig.process("p1", ask);
        var shadow = new RunSeed("ask", RunMode.SHADOW, Optional.empty(), Optional.empty(), false);
        rig.accept("github", "e1", "application/json", "{}", shadow);
        rig.pass(5_000, process);
        process.work();
        assertThat(ask.given).isEmpty();
    }

    @Test
    void agentsOfOneEventAllRun() {
        var review = new ScriptedAgent("review", 1);
        var process = rig.process("p1", ask, review);
        rig.accept(
                "github", "e1", "application/json", "{}", RunSeed.of("ask"), RunSeed.of("review"), RunSeed.of("gone"));
        process.work();
        assertThat(rig.runs()).containsExactly("done 1 0", "done 1 0", "pending 0 0");
        assertThat(List.of(
                        ask.given.get(0).idempotencyKey(), review.given.get(0).idempotencyKey()))
                .doesNotHaveDuplicates();
    }
}

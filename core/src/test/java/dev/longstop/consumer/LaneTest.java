package dev.longstop.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.agent.Governed;
import dev.longstop.queue.Act;
import dev.longstop.queue.Busy;
import dev.longstop.queue.Ending;
import dev.longstop.queue.Interrupted;
import dev.longstop.queue.Policy;
import dev.longstop.queue.RunMode;
import dev.longstop.queue.RunSeed;
import dev.longstop.telemetry.MetricNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attempts whose runs are ended by others: by newer work of their lane, by a person, by a stop. */
class LaneTest {

    @TempDir
    private static Path nativeDirectory;

    private Rig rig;
    private ScriptedAgent ask;

    @BeforeEach
    void open() {
        rig = new Rig(nativeDirectory);
        ask = new ScriptedAgent("ask", 4)
                .does(assignment -> assignment.revocation().revoked()
                        ? new Ending.Released("revoked")
                        : ScriptedAgent.done("fine"));
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private void push(String id) {
        var seed = new RunSeed("ask", RunMode.LIVE, Optional.of("L"), Optional.empty(), false);
        rig.accept("github", id, "application/json", "{}", seed);
    }

    /** U3: the older attempt is ended when the newer run is born, and the newer begins only when it is over. */
    @Test
    void aNewerRunBeginsWhenTheOlderAttemptIsOver() {
        rig.policies = agent -> new Policy(Busy.SUPERSEDE, List.of());
        var process = rig.process("p1", new Governed(ask, Busy.SUPERSEDE, Interrupted.RETRY));
        push("e1");
        process.turn();
        assertThat(process.workers().inProgress()).isEqualTo(1);

        push("e2");
        process.consumer().up();
        process.turn();
        assertThat(rig.runs()).containsExactly("superseded 0 0", "running 0 0");
        assertThat(process.workers().inProgress())
                .as("the newer one is claimed, and not begun beside the older")
                .isEqualTo(1);
        process.renew();
        process.workers().doOne();
        assertThat(ask.given.get(0).revocation().revoked()).isTrue();
        process.turn();
        assertThat(process.workers().inProgress()).isEqualTo(1);
        process.work();

        assertThat(rig.runs()).containsExactly("superseded 0 0", "done 1 0");
        assertThat(ask.given).hasSize(2);
    }

    /** Another node hears of it when it renews: its attempt is ended, and its late word is refused. */
    @Test
    void anotherNodesAttemptIsEndedAtItsNextRenewal() {
        rig.policies = agent -> new Policy(Busy.SUPERSEDE, List.of());
        var other = rig.process("p2", new Governed(ask, Busy.SUPERSEDE, Interrupted.RETRY));
        push("e1");
        other.turn();
        push("e2");
        rig.pass(Rig.LEASE_MS / 2, other);
        other.work();
        assertThat(ask.given.get(0).revocation().revoked()).isTrue();
        assertThat(rig.runs()).containsExactly("superseded 0 0", "done 1 0");
    }

    /** A person cancels: the attempt is told at the next look, and what it says does not count. */
    @Test
    void aCancelledRunsAttemptIsEndedAtOnce() {
        var process = rig.process("p1", ask);
        rig.accept("e1", "ask");
        process.turn();
        rig.act(Act.CANCEL, 1);
        process.consumer().look();
        process.renew();
        process.work();
        assertThat(ask.given.get(0).revocation().revoked()).isTrue();
        assertThat(rig.runs()).containsExactly("cancelled 0 0");
        assertThat(process.consumer().inProgress()).isZero();
    }

    /** U8: cut off by a stop, a run that must not be repeated is held; what had not begun is due again. */
    @Test
    void aStopHoldsWhatMustNotBeRepeated() {
        var one = new ScriptedAgent("ask", 1).does(assignment -> new Ending.Released("revoked"));
        var process = rig.process("p1", new Governed(one, Busy.QUEUE, Interrupted.HOLD));
        rig.accept("e1", "ask");
        rig.accept("e2", "ask");
        process.turn();
        process.consumer().stop(agent -> 0);
        process.turn();
        process.workers().doAll();
        process.turn();
        assertThat(process.consumer().quiet()).isTrue();
        assertThat(rig.runs()).containsExactly("held 0 0", "pending 0 0");
        assertThat(rig.counted(MetricNames.RUNS, "agent", "ask", "outcome", "held"))
                .isEqualTo(1);
    }

    /** The same by a crash: another process takes the run back, and holds it. */
    @Test
    void aCrashHoldsWhatMustNotBeRepeated() {
        var one = new Governed(ask, Busy.QUEUE, Interrupted.HOLD);
        var first = rig.process("p1", one);
        rig.accept("e1", "ask");
        first.turn();
        var second = rig.process("p2", one);
        rig.pass(2 * Rig.LEASE_MS, second);
        assertThat(rig.runs()).containsExactly("held 0 1");
        assertThat(rig.texts("select held from run order by id")).containsExactly("interrupted");
    }

    /** L1: a run that loses its last lease is counted among the dead. */
    @Test
    void aRunThatDiesForWantOfALeaseIsCounted() {
        rig.accept("e1", "ask");
        for (int i = 0; i < 5; i++) {
            var lost = rig.process("lost-" + i, ask);
            rig.pass(4 * Rig.LEASE_MS, lost); // So long lives who may begin what has one chance left.
            rig.pass(2 * Rig.LEASE_MS, rig.process("next-" + i, new ScriptedAgent("other", 1)));
        }
        assertThat(rig.runs()).containsExactly("dead 0 5");
        assertThat(rig.counted(MetricNames.RUNS, "agent", "ask", "outcome", "dead"))
                .isEqualTo(1);
    }
}

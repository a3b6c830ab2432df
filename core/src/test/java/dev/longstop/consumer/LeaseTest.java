package dev.longstop.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.longstop.agent.Revocation.Reason;
import dev.longstop.loop.LogLines;
import dev.longstop.queue.Ending;
import dev.longstop.telemetry.MetricNames;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Leases of attempts in progress, and reports of ended ones, while processes freeze and the store fails. */
class LeaseTest {

    @TempDir
    private static Path nativeDirectory;

    private Rig rig;
    private ScriptedAgent ask;

    @BeforeEach
    void open() {
        rig = new Rig(nativeDirectory);
        ask = new ScriptedAgent("ask", 1);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /** A19: work that outlasts its lease many times is done by one process. */
    @Test
    void aLongAttemptKeepsItsLease() {
        var other = new ScriptedAgent("ask", 1);
        var first = rig.process("p1", ask);
        var second = rig.process("p2", other);
        rig.accept("e1", "ask");
        first.turn();

        rig.pass(ScriptedAgent.TIMEOUT_MS, first, second);
        assertThat(rig.runs()).containsExactly("running 0 0");
        first.workers().doAll();
        first.turn();

        assertThat(rig.runs()).containsExactly("done 1 0");
        assertThat(second.workers().inProgress()).isZero();
        assertThat(first.store().asked("renew")).as("a third of the lease").isBetween(50, 70);
    }

    /** W1, S8: a process that stood still loses its lease; its attempt is ended, its late result written nowhere. */
    @Test
    void aLostLeaseRevokesTheAttemptAndItsResultIsRefused() {
        var other = new ScriptedAgent("ask", 1).does(assignment -> ScriptedAgent.done("the second's"));
        var frozen = rig.process("p1", ask.does(assignment -> ScriptedAgent.done("the first's")));
        var second = rig.process("p2", other);
        rig.accept("e1", "ask");
        frozen.turn();

        rig.pass(Rig.LEASE_MS * 2, second);
        assertThat(rig.runs()).containsExactly("running 0 1");
        try (var log = LogLines.of(LeaseRenewer.class)) {
            frozen.renew();
            assertThat(log.at(Level.WARN)).hasSize(1).allMatch(line -> line.contains("github/e1"));
        }
        frozen.workers().doAll();
        frozen.turn();
        second.workers().doAll();
        second.turn();

        assertThat(ask.given.get(0).revocation().reason().getNow(Reason.STOPPING))
                .isEqualTo(Reason.LEASE_LOST);
        assertThat(rig.runs()).containsExactly("done 1 1");
        assertThat(rig.texts("select result from run order by id")).containsExactly("the second's");
        assertThat(other.given.get(0).claimed().attempt()).isEqualTo(2);
        assertThat(rig.counted(MetricNames.SETTLE_FENCED)).isEqualTo(1);
    }

    /** The same when it reports before it has heard that the lease is lost: the store refuses. */
    @Test
    void theStoreRefusesALateResultToo() {
        var frozen = rig.process("p1", ask);
        var second = rig.process("p2", new ScriptedAgent("ask", 1).does(assignment -> ScriptedAgent.done("second")));
        rig.accept("e1", "ask");
        frozen.turn();
        rig.pass(Rig.LEASE_MS * 2, second);

        frozen.workers().doAll();
        frozen.turn();

        assertThat(rig.runs()).containsExactly("running 0 1");
        assertThat(rig.counted(MetricNames.SETTLE_FENCED)).isEqualTo(1);
        assertThat(frozen.consumer().inProgress()).isZero();
    }

    /** An attempt that heard of it and gave up has no result to refuse. */
    @Test
    void anAttemptThatEndsForALostLeaseIsDroppedQuietly() {
        var frozen = rig.process("p1", ask.does(assignment -> new Ending.Released("lost")));
        var second = rig.process("p2", new ScriptedAgent("ask", 1));
        rig.accept("e1", "ask");
        frozen.turn();
        rig.pass(Rig.LEASE_MS * 2, second);
        frozen.renew();
        frozen.workers().doAll();
        frozen.turn();
        assertThat(rig.runs()).containsExactly("running 0 1");
        assertThat(rig.counted(MetricNames.SETTLE_FENCED)).isZero();
        assertThat(frozen.store().asked("settle")).isZero();
    }

    /** U8: frozen for ten minutes, and nobody took the lease: nothing is started twice, whoever is turned first. */
    @Test
    void aFrozenProcessAloneGoesOnWithWhatItHas() {
        var process = rig.process("p1", ask);
        rig.accept("e1", "ask");
        process.turn();

        rig.time.pass(600_000 - 60_000);
        process.turn();
        process.renew();
        rig.pass(30_000, process);
        process.workers().doAll();
        process.turn();

        assertThat(rig.runs()).containsExactly("done 1 0");
        assertThat(ask.given).hasSize(1);
    }

    /** A18, B15: what was done is reported for as long as it takes the store to come back, and not done again. */
    @Test
    void aReportOutlastsALongOutage() {
        var process = rig.process("p1", ask);
        rig.accept("e1", "ask");
        process.turn();
        process.store().failing(true);
        process.workers().doAll();

        rig.pass(300_000, process);
        assertThat(rig.runs()).containsExactly("running 0 0");
        process.store().failing(false);
        rig.pass(10_000, process);

        assertThat(rig.runs()).containsExactly("done 1 0");
        assertThat(ask.given).hasSize(1);
        assertThat(process.consumer().inProgress()).isZero();
    }

    /**
     * An attempt in progress during an outage goes on, and is not taken back by its own process when the store is
     * there again.
     */
    @Test
    void anAttemptOutlastsALongOutage() {
        var process = rig.process("p1", ask);
        rig.accept("e1", "ask");
        process.turn();
        process.store().failing(true);
        rig.pass(300_000, process);
        process.store().failing(false);
        rig.pass(120_000, process);
        assertThat(rig.runs()).containsExactly("running 0 0");
        process.workers().doAll();
        process.turn();
        assertThat(rig.runs()).containsExactly("done 1 0");
        assertThat(ask.given.get(0).revocation().revoked()).isFalse();
    }

    /** B9: an outage is one warning, and few questions. */
    @Test
    void anOutageNeitherSpinsNorFillsTheLog() {
        try (var log = LogLines.of(StoreTrouble.class)) {
            var process = rig.process("p1", new ScriptedAgent("ask", 2));
            rig.accept("e1", "ask");
            process.turn();
            process.store().failing(true);
            int before = process.store().asked("claim");
            for (int i = 0; i < 6_000; i++) {
                rig.time.pass(10);
                process.consumer().turn();
                process.renew();
            }
            assertThat(process.store().asked("claim") - before).isLessThan(40);
            assertThat(process.store().asked("renew")).isBetween(10, 40);
            assertThat(log.at(Level.WARN)).hasSize(1);
            process.store().failing(false);
            rig.pass(10_000, process);
            assertThat(log.at(Level.INFO)).hasSize(1);
        }
    }

    /** B15's other end: a report that can never be written is given up with a warning, and the run taken back. */
    @Test
    void aReportThatCannotBeWrittenForLongIsGivenUp() {
        try (var log = LogLines.of(Settling.class)) {
            var process = rig.process("p1", ask);
            rig.accept("e1", "ask");
            process.turn();
            process.store().failing(true);
            process.workers().doAll();
            rig.pass(700_000, process);

            assertThat(log.at(Level.WARN)).hasSize(1).allMatch(line -> line.contains("github/e1"));
            process.store().failing(false);
            rig.pass(60_000 + 10 * Rig.LEASE_MS, process);
            process.work();
            assertThat(rig.runs()).containsExactly("done 1 1");
        }
    }

    /** H18: a process of which only the renewing still works does not keep its work for ever. */
    @Test
    void aConsumerThatStoodStillLosesWhatItDoesNotReport() {
        var dead = rig.process("p1", ask);
        var second = rig.process("p2", new ScriptedAgent("ask", 1));
        rig.accept("e1", "ask");
        dead.turn();
        dead.workers().doAll();
        for (int i = 0; i < 1_000; i++) {
            dead.renew();
            rig.pass(1_000, second);
        }
        assertThat(rig.runs()).containsExactly("running 0 1");
        assertThat(second.workers().inProgress()).isEqualTo(1);
    }

    /** The same for an attempt that never ends. */
    @Test
    void aConsumerThatStoodStillLosesWhatHangs() {
        var dead = rig.process("p1", ask);
        var second = rig.process("p2", new ScriptedAgent("ask", 1));
        rig.accept("e1", "ask");
        dead.turn();
        for (int i = 0; i < 1_000; i++) {
            dead.renew();
            rig.pass(1_000, second);
        }
        assertThat(rig.runs()).containsExactly("running 0 1");
    }

    /** H17, W8: taking back is periodic; a process that died late is found too, and the run's process is passed on. */
    @Test
    void whatADeadProcessHadIsTakenBackWithItsMark() {
        var dead = rig.process("p1", ask.does(assignment -> {
            assignment.mark().accept("pid=1");
            throw new IllegalStateException("planted");
        }));
        var heir = new ScriptedAgent("ask", 1);
        var second = rig.process("p2", heir);
        rig.pass(100_000, second);
        rig.accept("e1", "ask");
        dead.turn();
        try {
            dead.workers().doAll();
        } catch (IllegalStateException planted) {
            // It dies before it can report.
            dead.workers().die();
        }
        rig.pass(Rig.LEASE_MS + 12_000, second);
        second.work();
        assertThat(rig.runs()).containsExactly("done 1 1");
        assertThat(heir.given.get(0).claimed().leftBehind()).contains("pid=1");
    }
}

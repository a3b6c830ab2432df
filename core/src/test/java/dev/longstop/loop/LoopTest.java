package dev.longstop.loop;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.longstop.time.SystemTime;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

class LoopTest {

    private static final long LONG_MS = 600_000;

    private final SystemTime time = new SystemTime();
    private final AtomicInteger turns = new AtomicInteger();

    private Step step(IntSupplier work) {
        return new Step() {
            @Override
            public String name() {
                return "test";
            }

            @Override
            public int turn() {
                turns.incrementAndGet();
                return work.getAsInt();
            }
        };
    }

    @Test
    void workIsTurnedAtOnceUntilThereIsNoneLeft() {
        var loop = Loop.start(step(() -> turns.get() < 1000 ? 1 : 0), LONG_MS, time);

        Eventually.holds("all work done", () -> turns.get() == 1000);
        assertThat(Eventually.within(50, () -> turns.get() > 1000)).isFalse();
        assertThat(loop.close(1000)).isTrue();
    }

    @Test
    void aWakeUpEndsTheRest() {
        var loop = Loop.start(step(() -> 0), LONG_MS, time);
        Eventually.holds("the first turn", () -> turns.get() == 1);

        loop.up();

        Eventually.holds("a second turn", () -> turns.get() == 2);
        assertThat(loop.close(1000)).isTrue();
    }

    /** A wake-up in the middle of a turn that found nothing must not get lost. */
    @Test
    void aWakeUpDuringATurnIsHeard() throws Exception {
        var inTurn = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var loop = Loop.start(
                step(() -> {
                    inTurn.countDown();
                    return await(goOn) ? 0 : 1;
                }),
                LONG_MS,
                time);
        assertThat(inTurn.await(10, TimeUnit.SECONDS)).isTrue();

        loop.up();
        goOn.countDown();

        Eventually.holds("a second turn", () -> turns.get() == 2);
        assertThat(loop.close(1000)).isTrue();
    }

    @Test
    void anIdleLoopLooksAgainAfterItsIdleTime() {
        var loop = Loop.start(step(() -> 0), 20, time);

        Eventually.holds("turns that nobody asked for", () -> turns.get() >= 3);
        assertThat(loop.close(1000)).isTrue();
    }

    /** B9: whatever breaks, neither a dead worker nor a spin that fills the log. */
    @Test
    void aStepThatAlwaysCrashesIsTurnedAgainWithoutASpin() {
        try (var log = LogLines.of(Loop.class)) {
            var loop = Loop.start(
                    step(() -> {
                        throw new IllegalStateException("planted");
                    }),
                    1,
                    time);
            // Wake-ups must not cut the pause short.
            boolean many = Eventually.within(1_500, () -> {
                loop.up();
                return turns.get() > 5;
            });

            assertThat(many).as("more than five turns in 1.5 s").isFalse();
            assertThat(turns.get()).isGreaterThanOrEqualTo(3);
            int before = turns.get();
            assertThat(loop.close(1000)).isTrue();
            assertThat(log.at(Level.ERROR))
                    .hasSizeBetween(before - 1, before)
                    .allMatch(line -> line.contains("crashed"));
        }
    }

    @Test
    void aStepThatCrashedOnceGoesOn() {
        try (var log = LogLines.of(Loop.class)) {
            var loop = Loop.start(
                    step(() -> {
                        if (turns.get() == 1) {
                            throw new StackOverflowError("planted");
                        }
                        return 0;
                    }),
                    LONG_MS,
                    time);

            Eventually.holds("a turn after the crash", () -> turns.get() == 2);
            assertThat(log.at(Level.ERROR)).hasSize(1);
            assertThat(loop.close(1000)).isTrue();
        }
    }

    /** A step that leaves its thread interrupted must not make every rest end at once. */
    @Test
    void anInterruptLeftBehindDoesNotMakeItSpin() {
        var loop = Loop.start(
                step(() -> {
                    Thread.currentThread().interrupt();
                    return 0;
                }),
                LONG_MS,
                time);

        Eventually.holds("the first turn", () -> turns.get() == 1);
        assertThat(Eventually.within(100, () -> turns.get() > 2)).isFalse();
        assertThat(loop.close(1000)).isTrue();
    }

    @Test
    void closingWaitsForTheTurnInProgress() throws Exception {
        var inTurn = new CountDownLatch(1);
        var ended = new AtomicBoolean();
        var loop = Loop.start(
                step(() -> {
                    inTurn.countDown();
                    Eventually.within(100, () -> false);
                    ended.set(true);
                    return 1;
                }),
                LONG_MS,
                time);
        assertThat(inTurn.await(10, TimeUnit.SECONDS)).isTrue();

        assertThat(loop.close(10_000)).isTrue();

        assertThat(ended).isTrue();
        assertThat(turns).hasValue(1);
    }

    @Test
    void aTurnThatOutlastsTheDeadlineIsInterrupted() throws Exception {
        try (var log = LogLines.of(Loop.class)) {
            var inTurn = new CountDownLatch(1);
            var loop = Loop.start(
                    step(() -> {
                        inTurn.countDown();
                        return await(new CountDownLatch(1)) ? 1 : 0;
                    }),
                    LONG_MS,
                    time);
            assertThat(inTurn.await(10, TimeUnit.SECONDS)).isTrue();

            assertThat(loop.close(20)).isTrue();

            assertThat(log.at(Level.WARN)).hasSize(1);
        }
    }

    @Test
    void itTellsHowLongItHasNotComeBack() throws Exception {
        var goOn = new CountDownLatch(1);
        var loop = Loop.start(step(() -> await(goOn) ? 0 : 1), 10, time);

        Eventually.holds("a turn that hangs shows", () -> loop.sinceTurnMs() > 60);
        goOn.countDown();
        Eventually.holds("a loop that turns again shows", () -> loop.sinceTurnMs() < 50);
        assertThat(loop.close(1000)).isTrue();
    }

    @Test
    void regularWorkIsDoneAtOnceAndAgain() {
        var loop = Loop.every("regular", 10, time, turns::incrementAndGet);

        Eventually.holds("three times", () -> turns.get() >= 3);
        assertThat(loop.close(1000)).isTrue();
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

package dev.longstop.loop;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ThreadWorkersTest {

    @Test
    void noMoreIsInProgressThanThereArePlaces() {
        var workers = new ThreadWorkers("test", 2);
        var goOn = new CountDownLatch(1);
        Runnable waits = () -> await(goOn);

        assertThat(workers.start("a", waits)).isTrue();
        assertThat(workers.start("b", waits)).isTrue();
        assertThat(workers.free()).isZero();
        assertThat(workers.start("c", waits)).isFalse();

        goOn.countDown();
        Eventually.holds("the places are free again", () -> workers.free() == 2);
        assertThat(workers.start("d", waits)).isTrue();
        assertThat(workers.close(1000)).isTrue();
    }

    @Test
    void aThousandPiecesOfWorkAreAllDone() {
        var workers = new ThreadWorkers("test", 8);
        var done = new AtomicInteger();
        for (int i = 0; i < 1000; i++) {
            Eventually.holds("a place", () -> workers.start("n", done::incrementAndGet));
        }
        assertThat(workers.close(10_000)).isTrue();
        assertThat(done).hasValue(1000);
    }

    @Test
    void workThatCrashesIsLoggedAndGivesItsPlaceBack() {
        try (var log = LogLines.of(ThreadWorkers.class)) {
            var workers = new ThreadWorkers("test", 1);

            assertThat(workers.start("run 7", () -> {
                        throw new IllegalStateException("planted");
                    }))
                    .isTrue();

            Eventually.holds("the place is free again", () -> workers.free() == 1);
            Eventually.holds("a line", () -> log.at(Level.ERROR).size() == 1);
            assertThat(workers.close(1000)).isTrue();
        }
    }

    @Test
    void closingInterruptsWhatOutlastsTheDeadlineAndStartsNothingMore() {
        var workers = new ThreadWorkers("test", 2);
        var interrupted = new AtomicBoolean();
        assertThat(workers.start("long", () -> interrupted.set(!await(new CountDownLatch(1)))))
                .isTrue();

        assertThat(workers.close(10)).isTrue();

        assertThat(interrupted).isTrue();
        assertThat(workers.free()).isZero();
        assertThat(workers.start("late", () -> {})).isFalse();
    }

    @Test
    void workIsNamedInThreadDumps() {
        var workers = new ThreadWorkers("test", 1);
        var name = new AtomicReference<>("");
        workers.start("run 7", () -> name.set(Thread.currentThread().getName()));
        Eventually.holds("it ran", () -> "run 7".equals(name.get()));
        assertThat(workers.close(1000)).isTrue();
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

package dev.longstop.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The rule of retrying. */
class EndingTest {

    private static final RetrySettings TWICE = new RetrySettings(2, 1_000, 1_000);

    private static final Ending.Report REPORT = new Ending.Report("exit 1", OptionalInt.of(1), "out", false);

    /** I5, S11: the last answer that is allowed ends it. */
    @Test
    void theLastAttemptEndsTheRun() {
        var ending = new Ending.Retry(REPORT, Optional.empty());
        var first = ending.next(0, TWICE, new SeededChance(1));
        assertThat(first.state()).isEqualTo(RunState.PENDING);
        assertThat(first.answers()).isEqualTo(1);
        assertThat(first.delayMs()).isBetween(0L, 1_000L);
        assertThat(ending.next(1, TWICE, new SeededChance(1)).state()).isEqualTo(RunState.DEAD);
    }

    /** A graceful stop counts as neither. */
    @Test
    void aReleaseCountsNothing() {
        var next = new Ending.Released("stopping").next(1, TWICE, new SeededChance(1));
        assertThat(next).isEqualTo(new Next(RunState.PENDING, 0, 0, Optional.empty()));
    }

    @Test
    void anAnswerThatNothingChangesEndsTheRun() {
        assertThat(new Ending.Dead(REPORT).next(0, TWICE, new SeededChance(1)).state())
                .isEqualTo(RunState.DEAD);
        assertThat(new Ending.Done(REPORT).next(0, TWICE, new SeededChance(1)).state())
                .isEqualTo(RunState.DONE);
    }
}

package dev.longstop.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private static final RetrySettings RETRY = new RetrySettings(8, 5_000, 3_600_000);

    /** M7: full jitter, so that what failed together does not come back together. */
    @Test
    void delaysAreSpreadOverTheWholeRange() {
        var chance = new SeededChance(1);
        for (int answers = 0; answers < 120; answers++) {
            long upper = Math.min(3_600_000, 5_000L << Math.min(answers, 20));
            long lowest = Long.MAX_VALUE;
            long highest = 0;
            for (int i = 0; i < 500; i++) {
                long delay = Backoff.delayMs(RETRY, answers, Optional.empty(), chance);
                lowest = Math.min(lowest, delay);
                highest = Math.max(highest, delay);
            }
            assertThat(lowest).isBetween(0L, upper / 20);
            assertThat(highest).isBetween(upper - upper / 20, upper);
        }
    }

    /** What the other side asked for is the least, and the cap is the most. */
    @Test
    void retryAfterIsTheLeastAndTheCapTheMost() {
        var chance = new SeededChance(2);
        for (int i = 0; i < 200; i++) {
            assertThat(Backoff.delayMs(RETRY, 0, Optional.of(60_000L), chance)).isEqualTo(60_000);
            assertThat(Backoff.delayMs(RETRY, 7, Optional.of(60_000L), chance)).isBetween(60_000L, 640_000L);
            assertThat(Backoff.delayMs(RETRY, 0, Optional.of(Long.MAX_VALUE), chance))
                    .isEqualTo(3_600_000);
        }
    }

    /** A bound that overflows when doubled is the cap. */
    @Test
    void hugeBoundsDoNotOverflow() {
        var huge = new RetrySettings(100, Long.MAX_VALUE / 2 - 1, Long.MAX_VALUE - 1);
        for (int answers = 0; answers < 100; answers++) {
            assertThat(Backoff.delayMs(huge, answers, Optional.empty(), new SeededChance(answers)))
                    .isNotNegative();
        }
    }
}

package dev.longstop.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.platform.Platform.Cadence;
import dev.longstop.platform.Platforms;
import dev.longstop.queue.SeededChance;
import dev.longstop.time.Randomness;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When the next ask is due, and what an absence means: R15. */
class PaceTest {

    private static final Cadence CADENCE =
            new Cadence(5_000, 10_000, 120_000, Optional.empty(), List.of(0L, 1_000L, 5_000L, 20_000L, 60_000L), 1);

    @ParameterizedTest
    @CsvSource({"1, 5000", "2, 10000", "3, 11250", "5, 25312", "8, 85429", "9, 120000", "1000, 120000"})
    void theWaitGrowsToTheLongest(int asks, long waitMs) {
        assertThat(next(asks, Optional.empty(), Optional.empty(), Optional.empty()))
                .isEqualTo(waitMs);
    }

    /** A nudge that found nothing new is not used up: its looks come at their times, also between two asks. */
    @ParameterizedTest
    @CsvSource({"0, 1000", "999, 1", "1000, 5000", "7000, 19000", "26000, 60000", "86000, 120000"})
    void aNudgeIsFollowedByLooks(long sinceMs, long waitMs) {
        assertThat(next(50, Optional.of(sinceMs), Optional.empty(), Optional.empty()))
                .isEqualTo(waitMs);
    }

    @Test
    void thePlatformsWishesCount() {
        assertThat(next(1, Optional.empty(), Optional.of(30_000L), Optional.empty()))
                .isEqualTo(30_000);
        assertThat(next(1, Optional.empty(), Optional.of(9_000_000L), Optional.empty()))
                .isEqualTo(Cadence.CAP_MS);
        assertThat(next(1, Optional.of(0L), Optional.empty(), Optional.of(40_000L)))
                .isEqualTo(40_000);
    }

    /** Whatever the data say, five minutes are never exceeded, and jitter never lengthens. */
    @Test
    void noWaitIsLongerThanFiveMinutes() {
        for (var name : Platforms.names()) {
            var cadence = ((Platforms.Sound) Platforms.builtIn(name)).platform().cadence();
            var chance = new SeededChance(name.hashCode());
            for (int asks = 1; asks < 60; asks++) {
                var asked = new Pace.Asked(asks, Optional.empty(), Optional.empty(), Optional.empty());
                assertThat(Pace.nextMs(cadence, asked, chance))
                        .as(name)
                        .isPositive()
                        .isLessThanOrEqualTo(Cadence.CAP_MS);
            }
        }
    }

    /** 1.6: seen before and gone; or never seen, and older than five minutes and five graces. */
    @ParameterizedTest
    @CsvSource({
        "true, 10000, 30000, false",
        "true, 30001, 30000, true",
        "false, 30001, 30000, false",
        "false, 300001, 30000, true",
        "false, 300001, 120000, false",
        "false, 600001, 120000, true",
    })
    void anAbsenceMeansSomethingOnlyLater(boolean seen, long ageMs, long graceMs, boolean lost) {
        assertThat(Absence.lost(seen, ageMs, graceMs)).isEqualTo(lost);
    }

    private static long next(int asks, Optional<Long> sinceNudge, Optional<Long> hint, Optional<Long> notBefore) {
        return Pace.nextMs(CADENCE, new Pace.Asked(asks, sinceNudge, hint, notBefore), LOWEST);
    }

    private static final Randomness LOWEST = new Randomness() {
        @Override
        public long below(long bound) {
            return 0;
        }

        @Override
        public String token(int bytes) {
            return "0".repeat(2 * bytes);
        }
    };
}

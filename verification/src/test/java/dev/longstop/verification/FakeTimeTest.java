package dev.longstop.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FakeTimeTest {

    @Test
    void timePassesOnEveryClock() {
        var time = FakeTime.at(1_000);

        time.advance(250);

        assertThat(time.wallMs()).isEqualTo(1_250);
        assertThat(time.nowMs()).isEqualTo(1_250);
        assertThat(time.nanos()).isEqualTo(250_000_000L);
    }

    @Test
    void theWallJumpsAlone() {
        var time = FakeTime.at(1_000_000);

        time.jumpWall(-600_000);

        assertThat(time.wallMs()).isEqualTo(400_000);
        assertThat(time.nowMs()).isEqualTo(1_000_000);
        assertThat(time.nanos()).isZero();
    }

    @Test
    void theStoresTimeIsFollowedAndThenGoesOn() {
        var time = FakeTime.skewed(1_000_000, 600_000, -77, 0);
        assertThat(time.nowMs()).isEqualTo(1_600_000);

        time.follow(1_000_000);
        time.advance(5);

        assertThat(time.nowMs()).isEqualTo(1_000_005);
        assertThat(time.wallMs()).isEqualTo(1_600_005);
    }

    @Test
    void aSleepingMachineFallsBehindTheStore() {
        var time = FakeTime.at(1_000);

        time.suspend(60_000);

        assertThat(time.wallMs()).isEqualTo(61_000);
        assertThat(time.nowMs()).isEqualTo(1_000);
        assertThat(time.nanos()).isZero();
    }

    @Test
    void aClockThatRunsFastGainsNoMoreThanItShould() {
        var time = FakeTime.skewed(0, 0, 0, 100);

        for (int i = 0; i < 100_000; i++) {
            time.advance(1);
        }

        assertThat(time.nowMs()).isEqualTo(100_010);
        assertThat(time.nanos()).isEqualTo(100_010_000_000L);
    }

    @Test
    void timeDoesNotGoBack() {
        var time = FakeTime.create();

        assertThatThrownBy(() -> time.advance(-1)).isInstanceOf(IllegalArgumentException.class);
    }
}

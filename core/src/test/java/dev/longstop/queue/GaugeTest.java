package dev.longstop.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How runs are counted against a limit. */
class GaugeTest {

    private static final long HOUR_MS = 3_600_000;
    private static final Limit TEN = new Limit(10, HOUR_MS, Limit.Scope.AGENT);

    private static int pass(Gauge gauge, long nowMs, int runs, List<Gauge> last) {
        var now = gauge.at(nowMs, TEN);
        int passed = 0;
        for (int i = 0; i < runs; i++) {
            if (!now.full(nowMs, TEN)) {
                now = now.counted();
                passed++;
            }
        }
        last.add(now);
        return passed;
    }

    /** The last one that is allowed passes, the next does not; an hour of rest makes room again. */
    @Test
    void asManyPassAsTheLimitSays() {
        var gauges = new ArrayList<Gauge>();
        assertThat(pass(Gauge.NEW, 5 * HOUR_MS + 100, 12, gauges)).isEqualTo(10);
        assertThat(pass(gauges.get(0), 5 * HOUR_MS + 200, 3, gauges)).isZero();
        assertThat(pass(gauges.get(1), 7 * HOUR_MS, 12, gauges)).isEqualTo(10);
    }

    /** A burst at the end of one hour does not pass again at the beginning of the next. */
    @Test
    void aBurstDoesNotPassTwiceAcrossTheHour() {
        var gauges = new ArrayList<Gauge>();
        assertThat(pass(Gauge.NEW, 6 * HOUR_MS - 1, 20, gauges)).isEqualTo(10);
        assertThat(pass(gauges.get(0), 6 * HOUR_MS + 1, 20, gauges)).isZero();
        assertThat(pass(gauges.get(1), 6 * HOUR_MS + HOUR_MS / 2, 20, gauges)).isEqualTo(5);
    }

    /** Whatever comes when, from a seed: no hour lets more than twice the limit through, and rest always makes room. */
    @Test
    void noStretchLetsTwiceThrough() {
        long seed = 17;
        var chance = new Random(seed);
        var gauge = Gauge.NEW;
        long now = 1_000 * HOUR_MS;
        var passed = new ArrayList<Long>();
        for (int i = 0; i < 20_000; i++) {
            now += chance.nextInt(600_000);
            gauge = gauge.at(now, TEN);
            if (!gauge.full(now, TEN)) {
                gauge = gauge.counted();
                passed.add(now);
            }
        }
        for (int i = 20; i < passed.size(); i++) {
            assertThat(passed.get(i) - passed.get(i - 20))
                    .as("seed " + seed + ", run " + i)
                    .isGreaterThan(HOUR_MS);
        }
        assertThat(passed).hasSizeGreaterThan(5_000);
    }

    @Test
    void peopleAreToldOnceADay() {
        assertThat(Gauge.NEW.alertsAt(1)).isTrue();
        var told = Gauge.NEW.alerted(HOUR_MS);
        assertThat(told.alertsAt(24 * HOUR_MS)).isFalse();
        assertThat(told.alertsAt(25 * HOUR_MS)).isTrue();
    }

    @Test
    void whatIsKeptIsReadAsItWas() {
        var gauge = new Gauge(5 * HOUR_MS, 7, 3, 12);
        assertThat(Gauge.read(gauge.kept(HOUR_MS))).isEqualTo(gauge);
        assertThat(Gauge.perMs(gauge.kept(HOUR_MS))).isEqualTo(HOUR_MS);
        assertThat(gauge.stale(6 * HOUR_MS, HOUR_MS)).isFalse();
        assertThat(new Gauge(5 * HOUR_MS, 7, 3, 0).stale(8 * HOUR_MS, HOUR_MS)).isTrue();
    }
}

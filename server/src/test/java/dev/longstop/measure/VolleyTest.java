package dev.longstop.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.longstop.measure.Volley.Shot;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** When deliveries are sent, and from when their latencies count, against programs made of arithmetic. */
class VolleyTest {

    private static final long MS = 1_000_000;
    private static final long STEP = MS / 10;

    /** When a program answers what it got at an instant; both in nanoseconds. */
    private interface Answering {
        long atNanos(long gotNanos);
    }

    /** What one of the connections waits for. */
    private record Waiting(Shot shot, long answeredNanos) {}

    /** Turns a volley, a tenth of a millisecond at a time, over connections that each hold one delivery. */
    private static Volley played(Pace pace, int connections, long untilNanos, Answering program) {
        var volley = new Volley(pace);
        var waiting = new ArrayDeque<Waiting>();
        for (long now = 0; now < untilNanos && !volley.over(now); now += STEP) {
            for (var each = waiting.peek(); each != null && each.answeredNanos <= now; each = waiting.peek()) {
                volley.ended(waiting.remove().shot, now, Answer.ACCEPTED);
            }
            while (waiting.size() < connections && volley.untilDueNanos(now) == 0) {
                waiting.add(new Waiting(volley.next(now).orElseThrow(), program.atNanos(now)));
            }
        }
        waiting.forEach(each -> volley.ended(each.shot, untilNanos, Answer.UNANSWERED));
        volley.giveUp(untilNanos);
        return volley;
    }

    @Test
    void theScheduleIsFixedBeforehand() {
        var pace = Pace.Open.of(2_000, 1, 2);
        assertThat(LongStream.range(0, 4).map(number -> pace.dueNanos(number, 77 * MS)))
                .containsExactly(0L, MS / 2, MS, 3 * MS / 2);
        assertThat(pace.more(5_999, 0)).isTrue();
        assertThat(pace.more(6_000, 0)).isFalse();
        assertThat(pace.lastNanos()).isEqualTo(3_000 * MS - MS / 2);
        assertThat(pace.counted(1_000 * MS - 1)).isFalse();
        assertThat(pace.counted(1_000 * MS)).isTrue();
    }

    @Test
    void aRateThatDoesNotDivideASecondDoesNotDrift() {
        var pace = new Pace.Open(3, 0, 3_000_000);
        assertThat(pace.dueNanos(3_000_000, 0)).isEqualTo(1_000_000_000_000_000L);
    }

    /** The warm-up's answers are told, and are in no rate and no latency. */
    @Test
    void theWarmUpDoesNotCount() {
        var volley = played(Pace.Open.of(1_000, 1, 2), 8, 10_000 * MS, got -> got < 990 * MS ? got + 3 * MS : got + MS);
        assertThat(volley.answers()).isEqualTo(Map.of(Answer.ACCEPTED, 3_000L));
        assertThat(volley.latencies().count()).isEqualTo(2_000);
        assertThat(volley.latencies().maxMs()).isCloseTo(1.0, within(0.2));
        assertThat(volley.acceptedPerSecond()).isCloseTo(1_000, within(2.0));
    }

    /**
     * A program stalls for one of ten seconds. Four connections then hold four deliveries, and the thousand others that
     * were due meanwhile have not been sent: they are late all the same. Taken from when each was sent, no more than
     * four of ten thousand would be slow.
     */
    @Test
    void aStallMakesEverythingLateThatWasDueMeanwhile() {
        var volley = played(
                Pace.Open.of(1_000, 0, 10),
                4,
                60_000 * MS,
                got -> got >= 5_000 * MS && got < 6_000 * MS ? 6_000 * MS : got + STEP);
        assertThat(volley.answers()).isEqualTo(Map.of(Answer.ACCEPTED, 10_000L));
        assertThat(volley.latencies().percentileMs(50)).isLessThan(1);
        assertThat(volley.latencies().percentileMs(95)).isCloseTo(500, within(15.0));
        assertThat(volley.latencies().percentileMs(99)).isCloseTo(900, within(15.0));
        assertThat(volley.latencies().maxMs()).isCloseTo(1_000, within(2.0));
        assertThat(volley.beforeSending().percentileMs(95)).isCloseTo(500, within(15.0));
    }

    /** A program that is too slow by half gets ever later, instead of setting the pace. */
    @Test
    void aProgramThatIsTooSlowGetsEverLater() {
        var volley = played(Pace.Open.of(1_000, 0, 2), 4, 60_000 * MS, got -> got + 8 * MS);
        assertThat(volley.acceptedPerSecond()).isCloseTo(500, within(10.0));
        assertThat(volley.latencies().maxMs()).isCloseTo(2_000, within(40.0));
    }

    /** Who never answers is no reason for a good table: what was due has waited until the end. */
    @Test
    void whatWasNeverAnsweredOrSentHasWaitedUntilTheEnd() {
        var volley = played(Pace.Open.of(100, 0, 1), 4, 31_000 * MS, got -> Long.MAX_VALUE);
        assertThat(volley.answers()).isEqualTo(Map.of(Answer.UNANSWERED, 4L, Answer.UNSENT, 96L));
        assertThat(volley.latencies().count()).isEqualTo(100);
        assertThat(volley.latencies().percentileMs(1)).isGreaterThan(29_000);
        assertThat(volley.acceptedPerSecond()).isZero();
        assertThat(volley.over(31_000 * MS)).isTrue();
    }

    /** At full rate a connection sends once it has its answer, and counts from there. */
    @Test
    void aClosedLoopSendsWithTheAnswers() {
        var volley = played(new Pace.Closed(500 * MS, 2_500 * MS), 8, 60_000 * MS, got -> got + 4 * MS);
        assertThat(volley.acceptedPerSecond()).isCloseTo(2_000, within(20.0));
        assertThat(volley.latencies().percentileMs(50)).isCloseTo(4.0, within(0.1));
        assertThat(volley.latencies().count()).isCloseTo(4_000L, within(20L));
        assertThat(volley.answers().get(Answer.ACCEPTED)).isCloseTo(5_000L, within(20L));
    }
}

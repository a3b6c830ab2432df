package dev.longstop.measure;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** How long things took, to three digits. */
final class Latencies {

    private static final long MICROS_MAX = TimeUnit.HOURS.toMicros(2);
    private static final int DIGITS = 3;

    private final Histogram micros = new Histogram(MICROS_MAX, DIGITS);

    /** Takes note of one; what is longer than two hours counts as two. */
    void add(long nanos) {
        micros.recordValue(Math.min(MICROS_MAX, TimeUnit.NANOSECONDS.toMicros(nanos)));
    }

    /** What so many of a hundred did not exceed, in milliseconds; 0 where there are none. */
    double percentileMs(double percentile) {
        return micros.getValueAtPercentile(percentile) / 1_000.0;
    }

    /** The longest, in milliseconds. */
    double maxMs() {
        return micros.getMaxValue() / 1_000.0;
    }

    /** How many there are. */
    long count() {
        return micros.getTotalCount();
    }
}

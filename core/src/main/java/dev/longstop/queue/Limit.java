package dev.longstop.queue;

import java.util.Locale;

/**
 * How many runs of an agent may be started in a time; what exceeds it is held.
 *
 * @param runs at least 1
 * @param perMs the time, in milliseconds, at least 1
 * @param scope what is counted alone
 */
public record Limit(int runs, long perMs, Scope scope) {

    /** What a limit counts alone. */
    public enum Scope {
        /** All runs of the agent. */
        AGENT,
        /** Those of one lane; runs without a lane are not counted. */
        LANE,
        /** Those of one source. */
        SOURCE
    }

    private static final long SECOND_MS = 1_000;
    private static final long MINUTE_MS = 60 * SECOND_MS;
    private static final long HOUR_MS = 60 * MINUTE_MS;
    private static final long DAY_MS = 24 * HOUR_MS;

    public Limit {
        if (runs < 1 || perMs < 1) {
            throw new IllegalArgumentException("a limit lets at least one run through, in at least a millisecond");
        }
    }

    /** As the configuration says it: {@code 20/h per lane}. */
    @Override
    public String toString() {
        return runs + "/" + unit()
                + (scope == Scope.AGENT ? "" : " per " + scope.name().toLowerCase(Locale.ROOT));
    }

    private String unit() {
        if (perMs == SECOND_MS) {
            return "s";
        }
        if (perMs == MINUTE_MS) {
            return "m";
        }
        if (perMs == HOUR_MS) {
            return "h";
        }
        return perMs == DAY_MS ? "d" : perMs + "ms";
    }
}

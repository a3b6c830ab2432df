package dev.longstop.measure;

/**
 * How much is sent, and how.
 *
 * @param perSecond deliveries a second while the schedule holds, 1 to {@value #PER_SECOND_MAX}
 * @param warmUpSeconds how long before anything counts, 0 to {@value #SECONDS_MAX}; not at full rate, where
 *     it is a quarter of what counts
 * @param seconds how long the schedule counts, 1 to {@value #SECONDS_MAX}
 * @param fullSeconds how long at full rate, 0 to {@value #SECONDS_MAX}
 * @param sending over how many connections, and what
 */
public record Plan(int perSecond, int warmUpSeconds, int seconds, int fullSeconds, Sending sending) {

    /** The highest rate that can be asked for. */
    public static final int PER_SECOND_MAX = 50_000;

    /** The longest that each part may take, in seconds. */
    public static final int SECONDS_MAX = 3_600;

    /** The most connections. */
    public static final int CONNECTIONS_MAX = 4_096;

    /** The largest bodies, in bytes. */
    public static final int BYTES_MAX = 200_000;

    public Plan {
        within(perSecond, 1, PER_SECOND_MAX);
        within(warmUpSeconds, 0, SECONDS_MAX);
        within(seconds, 1, SECONDS_MAX);
        within(fullSeconds, 0, SECONDS_MAX);
    }

    /** What the agents do that the deliveries start. */
    public enum Agents {
        /** They never answer. */
        HANG,
        /** They are done at once. */
        DONE
    }

    /**
     * What is sent.
     *
     * @param connections how many are kept open, 1 to {@value #CONNECTIONS_MAX}
     * @param bodyBytes the size of a body, {@value Deliveries#BYTES_MIN} to {@value #BYTES_MAX}
     * @param agents what the agents do
     */
    public record Sending(int connections, int bodyBytes, Agents agents) {
        public Sending {
            within(connections, 1, CONNECTIONS_MAX);
            within(bodyBytes, Deliveries.BYTES_MIN, BYTES_MAX);
        }
    }

    private static void within(int number, int min, int max) {
        if (number < min || number > max) {
            throw new IllegalArgumentException(number + " is not within " + min + " and " + max);
        }
    }
}

package dev.longstop.proof;

/**
 * How much is tried.
 *
 * @param seed where all chance of the trial comes from: kills, jobs, the sender's rhythm
 * @param kills how often the serving process is killed, 1 to 1000
 * @param jobs how many jobs finish without a webhook, 1 to 1000
 * @param pollSeconds the longest interval at which the scratch platform is asked for a job, 1 to 300
 */
public record Plan(long seed, int kills, int jobs, int pollSeconds) {

    private static final int TIMES_MAX = 1_000;
    private static final int POLL_SECONDS_MAX = 300;

    public Plan {
        if (kills < 1 || kills > TIMES_MAX || jobs < 1 || jobs > TIMES_MAX) {
            throw new IllegalArgumentException("1 to " + TIMES_MAX + " kills and jobs");
        }
        if (pollSeconds < 1 || pollSeconds > POLL_SECONDS_MAX) {
            throw new IllegalArgumentException("a job is asked for every 1 to " + POLL_SECONDS_MAX + " seconds");
        }
    }

    /** Less than a minute: ten kills, twenty jobs. */
    public static Plan quick(long seed) {
        return new Plan(seed, 10, 20, 2);
    }

    /** A few minutes: sixty kills, a hundred jobs. */
    public static Plan full(long seed) {
        return new Plan(seed, 60, 100, 20);
    }

    /** The same with another number of kills. */
    public Plan withKills(int other) {
        return new Plan(seed, other, jobs, pollSeconds);
    }
}

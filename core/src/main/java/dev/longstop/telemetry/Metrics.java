package dev.longstop.telemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the stages count and measure.
 *
 * <p><i>Units</i>: durations are taken in nanoseconds, and shown in seconds. <i>Threads</i>: safe. <i>Source</i>:
 * design section 11.
 */
public final class Metrics {

    /** The source under which requests are counted that belong to none. */
    public static final String UNKNOWN_SOURCE = "_unknown";

    private final MeterRegistry registry;
    private final Timer accept;
    private final Timer commit;
    private final DistributionSummary batchSize;
    private final Counter settleFenced;
    private final AtomicLong runsDue = new AtomicLong();
    private final AtomicLong runsHeld = new AtomicLong();
    private final AtomicLong oldestDueMs = new AtomicLong();
    private final AtomicLong walBytes = new AtomicLong();
    private final AtomicLong asksOverdue = new AtomicLong();
    private final Map<String, AtomicLong> unfinished = new ConcurrentHashMap<>();
    private final Map<String, AtomicLong> stuck = new ConcurrentHashMap<>();
    private final Map<String, AtomicLong> pushSilence = new ConcurrentHashMap<>();

    /** Metrics that are kept in a registry. */
    public Metrics(MeterRegistry registry) {
        this.registry = registry;
        accept = timer(MetricNames.ACCEPT, "From the first byte of a delivery to the answer after its commit")
                .serviceLevelObjectives(millis(1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 3_000, 10_000))
                .register(registry);
        commit = timer(MetricNames.COMMIT, "How long a commit took, its statements included")
                .serviceLevelObjectives(millis(1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 5_000))
                .register(registry);
        batchSize = DistributionSummary.builder(MetricNames.COMMIT_BATCH_SIZE)
                .description("Items that shared a commit")
                .serviceLevelObjectives(1, 2, 5, 10, 20, 50, 100, 200, 500)
                .register(registry);
        settleFenced = Counter.builder(MetricNames.SETTLE_FENCED)
                .description("Settlements that came too late: someone else held the lease")
                .register(registry);
        gauge(MetricNames.RUNS_DUE, "Runs whose time has come and that nobody works on", runsDue, 1);
        gauge(MetricNames.RUNS_HELD, "Runs that wait for a person", runsHeld, 1);
        gauge(MetricNames.RUN_OLDEST_DUE, "How long the oldest due run has been due", oldestDueMs, 1_000);
        gauge(MetricNames.JOBS_ASK_OVERDUE, "Jobs whose turn to be asked for is long over", asksOverdue, 1);
        gauge(MetricNames.WAL_BYTES, "The size of the write-ahead log", walBytes, 1);
    }

    /** Counts the deliveries of one source: to be kept, so that counting is cheap. */
    public static final class Deliveries {

        private final Map<DeliveryOutcome, Counter> counters;

        private Deliveries(Map<DeliveryOutcome, Counter> counters) {
            this.counters = counters;
        }

        /** Counts one. */
        public void count(DeliveryOutcome outcome) {
            var counter = counters.get(outcome);
            if (counter == null) {
                throw new IllegalStateException("every outcome has a counter");
            }
            counter.increment();
        }
    }

    /** The counters of a source: a configured name, or {@link #UNKNOWN_SOURCE}. Never a stranger's word. */
    public Deliveries deliveries(String source) {
        var counters = new EnumMap<DeliveryOutcome, Counter>(DeliveryOutcome.class);
        for (var outcome : DeliveryOutcome.values()) {
            counters.put(
                    outcome,
                    Counter.builder(MetricNames.DELIVERIES)
                            .description("Deliveries by what became of them")
                            .tag("source", source)
                            .tag("outcome", outcome.word())
                            .register(registry));
        }
        return new Deliveries(counters);
    }

    /** The counters of a source's secrets, by their names; 0 from the start, so that one that nobody uses shows. */
    public Map<String, Counter> secretMatches(String source, Collection<String> secrets) {
        var counters = new HashMap<String, Counter>();
        for (var secret : secrets) {
            counters.put(
                    secret,
                    Counter.builder(MetricNames.SECRET_MATCHES)
                            .description("Deliveries by the secret or key that verified them")
                            .tag("source", source)
                            .tag("secret", secret)
                            .register(registry));
        }
        return Map.copyOf(counters);
    }

    /** A delivery was answered after its commit. */
    public void accepted(long nanos) {
        accept.record(nanos, TimeUnit.NANOSECONDS);
    }

    /**
     * An attempt of a run ended.
     *
     * @param outcome a word of ours, such as {@code done}, {@code retry}, {@code dead}
     */
    public void runEnded(String agent, String outcome, long nanos) {
        runOver(agent, outcome);
        timer(MetricNames.RUN, "How long attempts took")
                .tag("agent", agent)
                .register(registry)
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    /** A job changed its state; all words are ours. */
    public void transition(String platform, String state, String channel) {
        Counter.builder(MetricNames.TRANSITIONS)
                .description("Changes of jobs' states, by who said so")
                .tag("platform", platform)
                .tag("state", state)
                .tag("channel", channel)
                .register(registry)
                .increment();
    }

    /** An outcome was learned so many milliseconds after the platform's finish. */
    public void completionLag(String platform, long ms) {
        timer(MetricNames.COMPLETION_LAG, "From the platform's finish to our outcome")
                .serviceLevelObjectives(millis(1_000, 5_000, 15_000, 60_000, 120_000, 300_000, 600_000, 3_600_000))
                .tag("platform", platform)
                .register(registry)
                .record(ms, TimeUnit.MILLISECONDS);
    }

    /** An outcome was found by a poll that a push should have brought. */
    public void rescue(String platform) {
        jobs(MetricNames.RESCUES, "Outcomes that a poll found and no push announced", platform)
                .increment();
    }

    /** Another outcome came after the outcome. */
    public void contradiction(String platform) {
        jobs(MetricNames.CONTRADICTIONS, "Outcomes that differ from the one that stands", platform)
                .increment();
    }

    /** An outcome was not known in time. */
    public void slaBreach(String platform) {
        jobs(MetricNames.SLA_BREACHES, "Jobs whose outcome was not known in time", platform)
                .increment();
    }

    /**
     * How many jobs of a platform are not over, as last read.
     *
     * @param ofThem how many of these take longer than such jobs take
     */
    public void jobsOpen(String platform, long jobs, long ofThem) {
        gauge(unfinished, platform, MetricNames.JOBS_UNFINISHED, "Jobs of ours that are not over")
                .set(jobs);
        gauge(stuck, platform, MetricNames.JOBS_STUCK, "Jobs that take longer than such jobs take")
                .set(ofThem);
    }

    /** How many jobs wait for more than a minute to be asked for, as last read. */
    public void asksOverdue(long jobs) {
        asksOverdue.set(jobs);
    }

    /** For how long nothing came from a platform that is to announce what happens, as last looked. */
    public void pushSilence(String platform, long ms) {
        pushSilence
                .computeIfAbsent(platform, key -> {
                    var value = new AtomicLong();
                    Gauge.builder(MetricNames.PUSH_SILENCE, value, it -> it.get() / 1_000.0)
                            .description("For how long nothing came from a platform that announces what happens")
                            .tag("platform", key)
                            .register(registry);
                    return value;
                })
                .set(ms);
    }

    private AtomicLong gauge(Map<String, AtomicLong> values, String platform, String name, String description) {
        return values.computeIfAbsent(platform, key -> {
            var value = new AtomicLong();
            Gauge.builder(name, value, AtomicLong::get)
                    .description(description)
                    .tag("platform", key)
                    .register(registry);
            return value;
        });
    }

    /** What is counted of a platform is there from the start, with 0, so that a first increase is seen. */
    public void platform(String platform) {
        jobsOpen(platform, 0, 0);
        jobs(MetricNames.RESCUES, "Outcomes that a poll found and no push announced", platform);
        jobs(MetricNames.CONTRADICTIONS, "Outcomes that differ from the one that stands", platform);
        jobs(MetricNames.SLA_BREACHES, "Jobs whose outcome was not known in time", platform);
    }

    private Counter jobs(String name, String description, String platform) {
        return Counter.builder(name)
                .description(description)
                .tag("platform", platform)
                .register(registry);
    }

    /**
     * A platform was asked for a job.
     *
     * @param outcome a word of ours: {@code answered}, {@code not_found}, {@code failed}, {@code throttled}, {@code
     *     refused}, {@code unfit}
     */
    public void polled(String platform, String outcome) {
        Counter.builder(MetricNames.POLLS)
                .description("Asks for jobs, by what came of them")
                .tag("platform", platform)
                .tag("outcome", outcome)
                .register(registry)
                .increment();
    }

    /**
     * An attempt of an effect ended.
     *
     * @param outcome a word of ours: {@code done}, {@code retry}, {@code dead}, {@code uncertain}
     */
    public void effectEnded(String effect, String outcome) {
        Counter.builder(MetricNames.EFFECTS)
                .description("Attempts of effects that ended")
                .tag("effect", effect)
                .tag("outcome", outcome)
                .register(registry)
                .increment();
    }

    /** A run came to an end without an attempt that took a time of its own: by a callback, or for want of one. */
    public void runOver(String agent, String outcome) {
        Counter.builder(MetricNames.RUNS)
                .description("Attempts that ended, and runs that ended without one")
                .tag("agent", agent)
                .tag("outcome", outcome)
                .register(registry)
                .increment();
    }

    /** A settlement was refused, since its lease was not the current one any more. */
    public void settleFenced() {
        settleFenced.increment();
    }

    /**
     * How much work waits, as last read.
     *
     * @param oldestDueMs for how long the oldest due run has been due, in milliseconds; 0 if none is
     */
    public void backlog(long due, long held, long oldestDueMs) {
        runsDue.set(due);
        runsHeld.set(held);
        this.oldestDueMs.set(oldestDueMs);
    }

    /** A batch was committed. */
    public void committed(int items, long nanos) {
        batchSize.record(items);
        commit.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** The size of the write-ahead log, as last seen. */
    public void walBytes(long bytes) {
        walBytes.set(bytes);
    }

    private void gauge(String name, String description, AtomicLong value, double divisor) {
        Gauge.builder(name, value, number -> number.get() / divisor)
                .description(description)
                .register(registry);
    }

    // The registry ends the name of a timer with its unit by itself.
    private static Timer.Builder timer(String name, String description) {
        return Timer.builder(name.substring(0, name.length() - "_seconds".length()))
                .description(description);
    }

    private static Duration[] millis(long... bounds) {
        return Arrays.stream(bounds).mapToObj(Duration::ofMillis).toArray(Duration[]::new);
    }
}

package dev.longstop.consumer;

import dev.longstop.loop.Loop;
import dev.longstop.time.Time;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of a consumer, in the order in which they begin and end: what renews leases is there first and goes
 * last.
 */
public final class ConsumerLoops {

    /** What attempts may take to end, and their reports to be written, once the time to drain is over. */
    private static final long RELEASE_MS = 15_000;

    private static final long LOOP_MS = 5_000;
    private static final Logger LOG = LoggerFactory.getLogger(ConsumerLoops.class);

    private final RunConsumer consumer;
    private final Loop leases;
    private final Loop runs;

    private ConsumerLoops(RunConsumer consumer, Loop leases, Loop runs) {
        this.consumer = consumer;
        this.leases = leases;
        this.runs = runs;
    }

    /**
     * Starts to work.
     *
     * @param idleMs the longest rest between two looks, in milliseconds
     */
    public static ConsumerLoops start(RunConsumer consumer, long idleMs, Time time) {
        var leases = Loop.start(consumer.leases(), consumer.leases().idleMs(), time);
        var runs = Loop.start(consumer, idleMs, time);
        return new ConsumerLoops(consumer, leases, runs);
    }

    /** How long ago the consumer last came back from a turn, in milliseconds: it lives if that is little (H18). */
    public long sinceTurnMs() {
        return runs.sinceTurnMs();
    }

    /**
     * Stops claiming at once, lets attempts go on for their time to drain, revokes and releases what is then left,
     * and ends.
     *
     * @param drainMs how long, by agent, in milliseconds
     * @param drainMaxMs the longest of these
     * @return whether everything that was begun is written down
     */
    public boolean close(ToLongFunction<String> drainMs, long drainMaxMs) {
        consumer.stop(drainMs);
        boolean quiet = consumer.awaitQuiet(drainMaxMs + RELEASE_MS);
        if (!quiet) {
            LOG.atWarn()
                    .log("Not every attempt ended in time; their runs are tried again when their leases have lapsed");
        }
        runs.close(LOOP_MS);
        leases.close(LOOP_MS);
        return quiet;
    }
}

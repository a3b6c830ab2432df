package dev.longstop.consumer;

import dev.longstop.store.StoreFailure;
import dev.longstop.telemetry.LogKeys;
import dev.longstop.time.Randomness;
import dev.longstop.time.Time;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of the store's failures: when the last one was, and how long to leave the store alone.
 *
 * <p>One warning a trouble, however many calls fail in it (B9). <i>Threads</i>: safe.
 */
final class StoreTrouble {

    private static final long PAUSE_MIN_MS = 100;
    private static final long PAUSE_MAX_MS = 5_000;
    private static final int DOUBLINGS_MAX = 6;
    private static final Logger LOG = LoggerFactory.getLogger(StoreTrouble.class);

    private final Time time;
    private final Randomness randomness;
    private boolean troubled;
    private boolean everTroubled;
    private long sinceNanos;
    private long lastNanos;

    StoreTrouble(Time time, Randomness randomness) {
        this.time = time;
        this.randomness = randomness;
    }

    /** Something could not be written or read. */
    synchronized void failed(String what, Throwable failure) {
        lastNanos = time.nanos();
        everTroubled = true;
        if (!troubled) {
            troubled = true;
            sinceNanos = lastNanos;
            // A store that fails says all there is to say in its code and its words; anything else is a bug.
            var line = failure instanceof StoreFailure known
                    ? LOG.atWarn().addKeyValue(LogKeys.CODE, known.code())
                    : LOG.atWarn().setCause(failure);
            line.addKeyValue(LogKeys.WORK, what)
                    .addKeyValue(LogKeys.WHY, String.valueOf(failure.getMessage()))
                    .log("The store does not do what is asked; work goes on and is reported later");
        }
    }

    /** Something was written or read. */
    synchronized void worked() {
        if (troubled) {
            troubled = false;
            LOG.atInfo()
                    .addKeyValue(LogKeys.MS, TimeUnit.NANOSECONDS.toMillis(time.nanos() - sinceNanos))
                    .log("The store does what is asked again");
        }
    }

    /** Whether there was a failure within so many milliseconds. */
    synchronized boolean within(long ms) {
        return everTroubled && time.nanos() - lastNanos < TimeUnit.MILLISECONDS.toNanos(ms);
    }

    /** How long to wait before the next try: doubling, with jitter, from a tenth of a second to five. */
    long pauseNanos(int failures) {
        long upper = Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS << Math.min(failures, DOUBLINGS_MAX));
        return TimeUnit.MILLISECONDS.toNanos(upper / 2 + randomness.below(upper / 2 + 1));
    }
}

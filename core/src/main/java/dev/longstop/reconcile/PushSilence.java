package dev.longstop.reconcile;

import dev.longstop.telemetry.Alarm;
import dev.longstop.telemetry.Alarms;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.Time;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * For how long nothing came from the platforms that are to announce what happens: since the last push, or since the
 * start. A platform whose outcomes had to be found by polls, several in a row without a word from it, is silent, and
 * somebody is told: its endpoint may have been switched off.
 *
 * <p><i>Threads</i>: safe.
 */
public final class PushSilence {

    /** So many rescues in a row are no accident any more. */
    static final int RESCUES = 3;

    private final Metrics metrics;
    private final Alarms alarms;
    private final Time time;
    private final Map<String, Heard> platforms = new ConcurrentHashMap<>();

    private record Heard(long nanos, int rescues) {}

    /**
     * Silence that begins now.
     *
     * @param fed the platforms that some source takes in what they send of
     */
    public PushSilence(Set<String> fed, Metrics metrics, Alarms alarms, Time time) {
        this.metrics = metrics;
        this.alarms = alarms;
        this.time = time;
        fed.forEach(platform -> platforms.put(platform, new Heard(time.nanos(), 0)));
        measure();
    }

    /** A platform sent something. */
    void heard(String platform) {
        platforms.computeIfPresent(platform, (name, before) -> new Heard(time.nanos(), 0));
    }

    /** A poll found what a platform should have announced. */
    void rescued(String platform) {
        var now = platforms.computeIfPresent(platform, (name, before) -> new Heard(before.nanos, before.rescues + 1));
        if (now != null && now.rescues == RESCUES) {
            alarms.tell(new Alarm(
                    "push_silent",
                    platform,
                    "nothing came from it for " + silentMs(now) / 60_000 + " minutes, while polls found " + RESCUES
                            + " outcomes that it should have announced; its webhook may be switched off",
                    "longstop jobs list --platform " + platform));
        }
    }

    /** Has the metrics say how long it has been. */
    void measure() {
        platforms.forEach((platform, heard) -> metrics.pushSilence(platform, silentMs(heard)));
    }

    private long silentMs(Heard heard) {
        return TimeUnit.NANOSECONDS.toMillis(time.nanos() - heard.nanos);
    }
}

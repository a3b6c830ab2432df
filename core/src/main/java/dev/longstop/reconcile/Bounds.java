package dev.longstop.reconcile;

import dev.longstop.job.JobState;
import dev.longstop.job.MergeSettings;
import dev.longstop.platform.Platform;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The bounds of the merge, as platforms' data and configuration give them. */
public final class Bounds {

    private static final long NUDGE_SPARE_MS = 30_000;

    private Bounds() {}

    /**
     * What decides about the jobs of one platform.
     *
     * @param platform the data
     * @param lostAfterMs how long it may not know a job before that is expired, in milliseconds
     * @param slaMs how long a job may take from its start to our knowledge of its outcome
     * @param rescueGraceMs how long a push may be late
     * @param fed whether some source takes in what it sends
     */
    public record Terms(Platform platform, long lostAfterMs, long slaMs, long rescueGraceMs, boolean fed) {

        MergeSettings settings() {
            long nudgeMs = Pace.nudgedForMs(platform.cadence()) + NUDGE_SPARE_MS;
            return new MergeSettings(
                    lostAfterMs,
                    MergeSettings.DEFAULT.lagMs(),
                    slaMs,
                    rescueGraceMs,
                    nudgeMs,
                    fed ? announced(platform) : Set.of());
        }
    }

    /** The bounds by platform; of a platform that is not configured any more, the usual ones. */
    public static MergeSettings.ByPlatform of(Map<String, Terms> platforms) {
        var settings = new HashMap<String, MergeSettings>();
        platforms.forEach((name, terms) -> settings.put(name, terms.settings()));
        return platform -> settings.getOrDefault(platform, MergeSettings.DEFAULT);
    }

    /** The outcomes that a platform announces by itself. */
    static Set<JobState> announced(Platform platform) {
        var announced = EnumSet.noneOf(JobState.class);
        platform.webhook().map(Platform.Webhook::announced).orElse(Set.of()).stream()
                .map(Observations::state)
                .forEach(announced::add);
        return Set.copyOf(announced);
    }
}

package dev.longstop.config;

import dev.longstop.contract.Secret;
import dev.longstop.platform.Platform;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A service that jobs run on, as configured.
 *
 * @param name its name
 * @param platform the platform data that say how it is spoken to, at the address that the configuration gives
 * @param secrets what those data need, by the names they use
 * @param with values that hold for all its jobs, by the names the data use
 * @param slaMs how long a job may take from its start to our knowledge of its outcome, 1 s to 30 d
 * @param unknownJobs whose jobs those are that we did not launch
 * @param lostAfterMs how long a job that the platform does not know any more stays unfinished, 1 h to 365 d
 * @param rescueGraceMs how long a push may be late before an outcome that a poll found counts as a rescue, 1 s to 1 h
 * @param then the effects that follow, by name
 */
public record PlatformSettings(
        String name,
        Platform platform,
        Map<String, Secret> secrets,
        Map<String, Object> with,
        long slaMs,
        UnknownJobs unknownJobs,
        long lostAfterMs,
        long rescueGraceMs,
        List<String> then) {

    public PlatformSettings {
        secrets = Map.copyOf(secrets);
        with = Collections.unmodifiableMap(new LinkedHashMap<>(with));
        then = List.copyOf(then);
    }

    /** Never prints a value that may be a secret. */
    @Override
    public String toString() {
        return "PlatformSettings[" + name + ", " + platform.id() + ", secrets " + secrets.keySet() + ", with "
                + with.keySet() + "]";
    }

    /** Whose jobs those are that we did not launch. */
    public enum UnknownJobs {
        /** Ours: followed like any other. */
        TRACK,
        /** Ours only where they carry our key. */
        PLANTED
    }
}

package dev.longstop.config;

import dev.longstop.contract.Secret;
import java.util.Map;
import java.util.Optional;

/**
 * A service that jobs run on, as configured.
 *
 * @param name its name
 * @param use the platform data that says how it is spoken to
 * @param secrets what that data needs, by the names it uses
 * @param slaMs how long a job may take from its start to our knowledge of its outcome, 1 s to 30 d
 * @param unknownJobs whose jobs those are that we did not launch; empty for what the platform's data says
 * @param lostAfterMs how long a job that the platform does not know any more stays unfinished, 1 h to 365 d
 * @param rescueGraceMs how long a push may be late before an outcome that a poll found counts as a rescue, 1 s to 1 h
 */
public record PlatformSettings(
        String name,
        String use,
        Map<String, Secret> secrets,
        long slaMs,
        Optional<UnknownJobs> unknownJobs,
        long lostAfterMs,
        long rescueGraceMs) {

    public PlatformSettings {
        secrets = Map.copyOf(secrets);
    }

    /** Whose jobs those are that we did not launch. */
    public enum UnknownJobs {
        /** Ours: followed like any other. */
        TRACK,
        /** Ours only where they carry our key. */
        PLANTED
    }
}

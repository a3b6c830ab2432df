package dev.longstop.job;

import java.util.Optional;

/**
 * Whose job it is, and what is needed to ask for it.
 *
 * @param ownership whose it is
 * @param agent the agent that started it, where one did
 * @param askWith what is needed to ask for it, as a JSON object
 * @param startedAtMs when it was launched, registered or first heard of, in epoch milliseconds of the store's time
 */
public record Custody(Ownership ownership, Optional<String> agent, String askWith, long startedAtMs) {

    /** What an observation makes of a job that nobody knew. */
    static Custody of(Observation.Stranger stranger, long nowMs) {
        return new Custody(
                stranger.ownership(),
                stranger.agent(),
                stranger.askWith(),
                stranger.startedAtMs().orElse(nowMs));
    }

    /** What a claim makes of a job that is known: what it does not say stays as it is. */
    Custody claimed(Observation.Stranger claim) {
        return new Custody(
                claim.ownership(),
                claim.agent().or(() -> agent),
                claim.askWith().equals(Observation.Stranger.NOTHING) ? askWith : claim.askWith(),
                claim.startedAtMs().orElse(startedAtMs));
    }

    /** The same for the next generation, which starts now. */
    Custody startedAt(long nowMs) {
        return new Custody(ownership, agent, askWith, nowMs);
    }

    /** The same without an agent. */
    Custody withoutAgent() {
        return new Custody(ownership, Optional.empty(), askWith, startedAtMs);
    }

    /** Whether the platform is to be asked for it: everything but what is known to be somebody else's. */
    boolean followed() {
        return ownership != Ownership.FOREIGN;
    }
}

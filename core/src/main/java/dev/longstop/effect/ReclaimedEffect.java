package dev.longstop.effect;

/**
 * An effect that was taken back since its lease was lost.
 *
 * @param effectId the effect
 * @param name its name
 * @param state pending; uncertain where it was sent at most once; dead where it lost its last lease
 * @param lapses leases lost by now
 */
public record ReclaimedEffect(long effectId, String name, EffectState state, int lapses) {}

package dev.longstop.effect;

/**
 * An effect that was claimed.
 *
 * @param lease the right to settle it
 * @param effect what is to happen
 * @param attempts answers and silences had before this attempt
 * @param lapses leases lost before this attempt
 */
public record ClaimedEffect(EffectLease lease, Effect effect, int attempts, int lapses) {}

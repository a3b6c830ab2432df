package dev.longstop.effect;

/**
 * The right to perform an effect and to settle it, until an instant.
 *
 * @param effectId the effect
 * @param token the fence: settling says it, and whoever claimed later has a higher one
 * @param owner the process that holds it, by an id that is new at every start
 * @param untilMs when it ends unless renewed, in epoch milliseconds of the store's time
 */
public record EffectLease(long effectId, long token, String owner, long untilMs) {}

package dev.longstop.effect;

import dev.longstop.queue.RetrySettings;

/**
 * How an attempt of an effect ended, by whom, and what its settings make of it.
 *
 * @param claimed the effect as claimed
 * @param ending how the attempt ended
 * @param retry how often and when it is tried again
 */
public record EffectSettlement(ClaimedEffect claimed, EffectEnding ending, RetrySettings retry) {}

package dev.longstop.effect;

import java.util.Optional;

/**
 * What becomes of an effect after an attempt.
 *
 * @param state where it stands next: pending, or over
 * @param answers answers and silences to add: 1, or 0 where nothing was sent
 * @param delayMs until it is due again, in milliseconds; 0 where it is over
 * @param outcome a few words for people; empty where nothing was sent
 * @param answer what the target said, where it did
 */
public record EffectNext(
        EffectState state, int answers, long delayMs, Optional<String> outcome, Optional<EffectEnding.Answer> answer) {}

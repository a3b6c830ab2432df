package dev.longstop.effect;

import java.util.Optional;

/**
 * Everything about one effect.
 *
 * @param summary what lists show
 * @param idempotencyKey the key that every attempt carries
 * @param request what every attempt sends
 * @param answer the beginning of what its target answered last
 */
public record EffectDetail(
        EffectSummary summary, String idempotencyKey, FrozenRequest request, Optional<String> answer) {}

package dev.longstop.effect;

/**
 * An effect that is to be born.
 *
 * @param name its name in the configuration
 * @param round 1, and one more each time it is to happen again
 * @param policy what is worse: twice, or perhaps not at all
 * @param idempotencyKey see {@link dev.longstop.event.IdempotencyKey}
 * @param request what every attempt sends
 * @param kind what it is, as the configuration's word: {@code http}, {@code github_comment}
 * @param settings a JSON object of what the kind needs when it is performed
 */
public record EffectSeed(
        String name,
        int round,
        EffectPolicy policy,
        String idempotencyKey,
        FrozenRequest request,
        String kind,
        String settings) {}

package dev.longstop.effect;

/**
 * What must happen once: its row, as far as it never changes.
 *
 * @param id its row
 * @param owner the run or job generation that it follows from
 * @param seed what is to happen
 */
public record Effect(long id, EffectOwner owner, EffectSeed seed) {}

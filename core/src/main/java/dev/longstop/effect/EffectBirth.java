package dev.longstop.effect;

/** An effect that is born with the transition that calls for it. */
public record EffectBirth(EffectOwner owner, EffectSeed seed) {}

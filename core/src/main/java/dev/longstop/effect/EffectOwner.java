package dev.longstop.effect;

/** What an effect follows from. */
public sealed interface EffectOwner {

    /** A run that is over. */
    record OfRun(long runId) implements EffectOwner {}

    /** A generation of a job that came to an outcome. */
    record OfJob(long jobRow) implements EffectOwner {}
}

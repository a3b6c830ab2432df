package dev.longstop.effect;

/**
 * How effects of one name are performed.
 *
 * <p><i>Threads</i>: called by as many at once as {@link Task#concurrency} says; blocks.
 */
@FunctionalInterface
public interface Deed {

    /** Makes one attempt. Never throws for what a target does; an exception is a bug. */
    EffectEnding perform(ClaimedEffect effect);
}

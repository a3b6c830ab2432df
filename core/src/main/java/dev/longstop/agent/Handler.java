package dev.longstop.agent;

import dev.longstop.queue.Ending;

/**
 * Java code that does the work of a run.
 *
 * <p>It gets the payload, a stranger's words, and the key under which to do things elsewhere; it looks at {@link
 * Assignment#revocation} where it takes long. Whatever it throws costs an attempt, like {@link Ending#retry}.
 */
@FunctionalInterface
public interface Handler {

    /** Does one attempt; says how it ended by {@link Ending#done}, {@link Ending#retry} or {@link Ending#dead}. */
    Ending handle(Assignment work);
}

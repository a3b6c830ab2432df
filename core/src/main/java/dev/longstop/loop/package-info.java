/**
 * Turning: components are steps, one loop turns them.
 *
 * <p><b>Takes</b> {@link dev.longstop.loop.Step steps}. <b>Gives</b> threads that turn them, and workers for what
 * blocks. <b>Writes</b> nothing. <b>Promises</b> that a step that crashes is turned again after a pause, that
 * wake-ups are hints only, and that {@code close} has a deadline. Tests and the simulation turn steps by hand instead.
 */
@NullMarked
package dev.longstop.loop;

import org.jspecify.annotations.NullMarked;

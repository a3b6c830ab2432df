/**
 * A simulation of the whole road from one seed, in one thread.
 *
 * <p><b>Takes</b> a {@link dev.longstop.verification.simulation.Scenario}. <b>Gives</b> what came of it: every
 * invariant held, or the first that did not, with the steps before it and the command that replays it. <b>Writes</b> a
 * store in memory. <b>Promises</b> that the same scenario takes the same steps on every machine, that faults are
 * decorators of ports, and that every invariant whose stage exists is checked after every step.
 */
@NullMarked
package dev.longstop.verification.simulation;

import org.jspecify.annotations.NullMarked;

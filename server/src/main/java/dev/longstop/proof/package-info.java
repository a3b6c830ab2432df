/**
 * The proof of the three promises, on a user's own machine: a scratch store, the real program as a process of its own,
 * and around it a sender, an agent, a platform and a target of effects that all keep book.
 *
 * <p><b>Takes</b> the place of a store, a plan with a seed, the program's jar. <b>Gives</b> a report: each promise, what
 * was tried, how often, whether it held. <b>Writes</b> into a scratch folder and a scratch store, which it removes.
 * <b>Promises</b> that what was there before is not touched, and that what could not be tried is not called held.
 */
@NullMarked
package dev.longstop.proof;

import org.jspecify.annotations.NullMarked;

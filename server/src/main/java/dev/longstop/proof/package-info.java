/**
 * The proof of the three promises, on a user's own machine: a scratch store, the real program as a process of its own,
 * and around it a sender, an agent, a platform and a target of effects that all keep book.
 *
 * <p><b>Takes</b> a scratch place, a plan with a seed, the program's jar. <b>Gives</b> a finding for each promise: what
 * was tried, and whether it held. <b>Writes</b> there alone. <b>Promises</b> that nothing existing is touched, and that
 * what could not be tried is not called held.
 */
@NullMarked
package dev.longstop.proof;

import org.jspecify.annotations.NullMarked;

/**
 * Jobs: remote pieces of work, and the one function that changes them.
 *
 * <p><b>Takes</b> observations, from whichever channel. <b>Gives</b> what became of each. <b>Writes</b> {@code job},
 * {@code observation}, and in the same commit the effects and waiting runs that follow from an outcome. <b>Promises</b>
 * I6, I7, I10: inside a generation rank never falls and an outcome never changes, an effect exists iff its transition
 * committed, no observation of an unknown job is dropped. Rules: {@code docs/lifecycle.md}.
 */
@NullMarked
package dev.longstop.job;

import org.jspecify.annotations.NullMarked;

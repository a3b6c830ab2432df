/**
 * The proof: clocks, chance and values that a test owns.
 *
 * <p><b>Takes</b> a seed. <b>Gives</b> time that moves only when told, randomness that repeats, and generated values,
 * hostile ones among them. <b>Writes</b> nothing. <b>Promises</b> that the same seed gives the same values on every
 * machine and JVM.
 */
@NullMarked
package dev.longstop.verification;

import org.jspecify.annotations.NullMarked;

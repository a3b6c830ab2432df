/**
 * The only clock and the only randomness of the road.
 *
 * <p><b>Takes</b> nothing. <b>Gives</b> instants in epoch milliseconds, monotonic nanoseconds, random numbers and
 * tokens. <b>Writes</b> nothing. <b>Promises</b> that everything above can be turned by a test that owns time.
 */
@NullMarked
package dev.longstop.time;

import org.jspecify.annotations.NullMarked;

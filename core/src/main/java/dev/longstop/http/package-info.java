/**
 * Calls out: the one way in which the road speaks HTTP to others.
 *
 * <p><b>Takes</b> a request whose every byte is decided. <b>Gives</b> an answer, or what went wrong and whether it
 * was sent. <b>Writes</b> nothing. <b>Promises</b> a deadline over the whole exchange, a bound of the answer, no
 * redirects (N4).
 */
@NullMarked
package dev.longstop.http;

import org.jspecify.annotations.NullMarked;

/**
 * Effects: what must happen once after a run or job generation ended.
 *
 * <p><b>Takes</b> frozen requests, born in the transaction of the transition that calls for them. <b>Gives</b> claims.
 * <b>Writes</b> {@code effect}. <b>Promises</b> I7's second half and I8: at most one per (owner, name, round), the same
 * key and bytes on every attempt; what was sent at most once and not answered is uncertain, never silent. States:
 * {@code docs/lifecycle.md}.
 */
@NullMarked
package dev.longstop.effect;

import org.jspecify.annotations.NullMarked;

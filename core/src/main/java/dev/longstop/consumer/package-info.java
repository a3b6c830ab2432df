/**
 * The consumer: turns due runs into attempts of their agents, and writes how these ended.
 *
 * <p><b>Takes</b> claims from the queue, as many as its agents have room for. <b>Gives</b> assignments to agents on
 * workers. <b>Writes</b> nothing by itself; it claims, renews, marks, settles and reclaims through the queue.
 * <b>Promises</b> that a finished attempt is reported for as long as its lease can be had back (B15, A18), that an
 * attempt whose lease is lost is ended and its result refused (W1), and that no agent waits for another's work (I14
 * begins here: the sender waits for none).
 */
@NullMarked
package dev.longstop.consumer;

import org.jspecify.annotations.NullMarked;

/**
 * Ingress: the public HTTP server, from the socket to the commit and back.
 *
 * <p><b>Takes</b> strangers' requests. <b>Gives</b> the inbox what was verified, the sender an answer, the operator a
 * short list of what was refused. <b>Writes</b> nothing. <b>Promises</b> I1's first half, I2, I14: no answer
 * {@code accepted} before the commit, nothing of the unverified handed on, no answer that waits for an agent;
 * everything bounded, and every wait with a deadline. The only asynchronous code of the road.
 */
@NullMarked
package dev.longstop.ingress;

import org.jspecify.annotations.NullMarked;

/**
 * Verification and extraction: is this delivery really the sender's, and what does it say.
 *
 * <p><b>Takes</b> a contract, secrets, headers and raw bytes, and the wall clock's instant. <b>Gives</b> a verdict, and
 * for what was verified the event's identity, type, subject and payload. <b>Writes</b> nothing: pure functions, no I/O,
 * no clock, no logging. <b>Promises</b> that nothing is parsed before it is verified (R2), that digests are compared in
 * constant time, and that hostile input is a value, never an exception.
 */
@NullMarked
package dev.longstop.verify;

import org.jspecify.annotations.NullMarked;

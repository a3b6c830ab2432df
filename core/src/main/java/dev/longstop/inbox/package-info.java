/**
 * The inbox: one commit of delivery, events and their runs; acknowledged only from here on.
 *
 * <p><b>Takes</b> what was verified. <b>Gives</b> accepted, duplicate or mismatch per event. <b>Writes</b>
 * {@code delivery}, {@code inbox}, {@code run}, {@code mismatch}; planning a replay writes nothing. <b>Promises</b> I1,
 * I2, I3: no answer without its committed row, nothing of the unverified, one row per key with content unchanged for
 * ever.
 */
@NullMarked
package dev.longstop.inbox;

import org.jspecify.annotations.NullMarked;

/**
 * The measurement of an installation, on a user's own machine: a scratch store, the real program as a process of its
 * own, and before it a sender that keeps to a schedule.
 *
 * <p><b>Takes</b> a scratch place, a plan, the program's jar. <b>Gives</b> a report: rates, latencies, what the program
 * used, and whether everything is there that was acknowledged. <b>Writes</b> there alone. <b>Promises</b> that a stall
 * of the program is in the latencies, and that no number stands without the check behind it.
 */
@NullMarked
package dev.longstop.measure;

import org.jspecify.annotations.NullMarked;

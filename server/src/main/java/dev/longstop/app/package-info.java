/**
 * The composition root: the only place where everything is wired.
 *
 * <p><b>Takes</b> a configuration. <b>Gives</b> a serving program, and a driver for one that runs as a process of its
 * own. <b>Writes</b> the admin token beside the store. <b>Promises</b> that what was started is stopped in the reverse
 * order, the renewer of leases last.
 */
@NullMarked
package dev.longstop.app;

import org.jspecify.annotations.NullMarked;

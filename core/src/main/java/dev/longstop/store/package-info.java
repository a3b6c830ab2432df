/**
 * The durable store: one port, two adapters (SQLite, PostgreSQL), group commit, migrations.
 *
 * <p><b>Takes</b> batches of work from the stages above. <b>Gives</b> an outcome per item after the commit that holds
 * it. <b>Writes</b> the schema, and what the stages' statements say. <b>Promises</b> I1's second half: no item is
 * answered before {@code commit()} returned, and an item's own error reaches only its caller.
 *
 * <p>The SQL itself stands in the stage that owns the table. This port is an inner seam and free to change.
 */
@NullMarked
package dev.longstop.store;

import org.jspecify.annotations.NullMarked;

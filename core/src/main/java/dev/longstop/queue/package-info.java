/**
 * The queue: runs that are due, claimed under fenced leases, settled once.
 *
 * <p><b>Takes</b> runs owed to events. <b>Gives</b> claims, counts and lists. <b>Writes</b> {@code run}.
 * <b>Promises</b> I4, I5, I9: at most one current lease, only its token settles, attempts and lapses never exceed their
 * limits, two runs of one lane never run at once. States: {@code docs/lifecycle.md}.
 */
@NullMarked
package dev.longstop.queue;

import org.jspecify.annotations.NullMarked;

/**
 * Reconcile: what platforms know and we do not is found out by asking; what they send by themselves is merged.
 *
 * <p><b>Takes</b> jobs whose turn it is, and completion events. <b>Gives</b> observations. <b>Writes</b> nothing
 * itself: {@code job} merges. <b>Promises</b> I12: every job of ours that is over on its platform is over here, push or
 * no push. Rules: {@code docs/platforms.md}.
 */
@NullMarked
package dev.longstop.reconcile;

import org.jspecify.annotations.NullMarked;

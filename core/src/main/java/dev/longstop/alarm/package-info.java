/**
 * Alarms: what people were told of, and what they are still to be told.
 *
 * <p><b>Takes</b> alarms of every stage. <b>Gives</b> whether one is news. <b>Writes</b> {@code setting}.
 *
 * <p><b>Promises</b> that the same is told at most once a day, also over restarts; what waits is kept.
 */
@NullMarked
package dev.longstop.alarm;

import org.jspecify.annotations.NullMarked;

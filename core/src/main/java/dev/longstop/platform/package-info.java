/**
 * Platforms: data that say how jobs of one service are launched, asked for, cancelled and understood.
 *
 * <p><b>Takes</b> forms and documents. <b>Gives</b> calls to make and readings of what came back. <b>Writes</b>
 * nothing, calls nobody: everything here is a pure function. <b>Promises</b> that no platform is known by its name: a
 * new one is a new file. Form: {@code docs/platforms.md}.
 */
@NullMarked
package dev.longstop.platform;

import org.jspecify.annotations.NullMarked;

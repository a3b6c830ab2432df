/**
 * Agents: what a run starts.
 *
 * <p><b>Takes</b> a claimed run and its event. <b>Gives</b> how the attempt ended. <b>Writes</b> nothing but the
 * agent's own working directory. <b>Promises</b> that a stranger's words are data: never a command line, never
 * environment (U11).
 */
@NullMarked
package dev.longstop.agent;

import org.jspecify.annotations.NullMarked;

/**
 * The command line.
 *
 * <p><b>Takes</b> words, a configuration file, the admin API. <b>Gives</b> text for people or JSON, and an exit code: 0
 * it went well, 1 it did not, 2 the words were wrong. <b>Writes</b> what {@code init} says it writes, and nothing else.
 * <b>Promises</b> that an error is one line that says what, where and what to do; that a secret is never printed; and
 * that a stranger's words cannot steer the terminal.
 */
@NullMarked
package dev.longstop.cli;

import org.jspecify.annotations.NullMarked;

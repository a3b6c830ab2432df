/**
 * What the program tells people: names of metrics, keys of log lines, codes of errors.
 *
 * <p><b>Takes</b> facts from every stage. <b>Gives</b> constants, so that names are a contract. <b>Writes</b> nothing.
 * <b>Promises</b> that every error code has a page in {@code docs/errors}.
 */
@NullMarked
package dev.longstop.telemetry;

import org.jspecify.annotations.NullMarked;

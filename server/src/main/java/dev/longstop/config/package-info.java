/**
 * The configuration: one file, one immutable tree of records.
 *
 * <p><b>Takes</b> {@code longstop.yaml}, the environment and the files that it names. <b>Gives</b> a {@link
 * dev.longstop.config.Configuration}, or every problem in one report with line, column and suggestion. <b>Writes</b>
 * nothing. <b>Promises</b> that a key is acted on or refused, never ignored; that a secret's value stands in no message
 * and no {@code toString}; and that no file, however damaged, leads to anything but a report.
 */
@NullMarked
package dev.longstop.config;

import org.jspecify.annotations.NullMarked;

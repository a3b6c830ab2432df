/**
 * Measurements that print ratios of one run.
 *
 * <p><b>Takes</b> nothing. <b>Gives</b> tables. <b>Writes</b> scratch stores below the working directory, and removes
 * them. <b>Promises</b> that the variants of a comparison are measured by turns in one process, so that a noisy machine
 * is noisy for all of them.
 */
@NullMarked
package dev.longstop.bench;

import org.jspecify.annotations.NullMarked;

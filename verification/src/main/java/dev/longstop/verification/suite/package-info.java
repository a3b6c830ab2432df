/**
 * Contract suites: what every store must let the stages do, as JUnit interfaces that a test class per store implements.
 *
 * <p><b>Takes</b> {@link dev.longstop.verification.suite.Stores a fresh database}. <b>Gives</b> tests. <b>Writes</b>
 * into that database only. <b>Promises</b> that a store which passes keeps the invariants that the stages build on it.
 */
@NullMarked
package dev.longstop.verification.suite;

import org.jspecify.annotations.NullMarked;

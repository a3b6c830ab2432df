/**
 * Contract suites: what every adapter of a port must hold to.
 *
 * <p><b>Takes</b> an adapter from the subclass. <b>Gives</b> JUnit tests. <b>Writes</b> what the adapter under test writes.
 * <b>Promises</b> that adapters which pass are interchangeable.
 */
@NullMarked
package dev.longstop.verification.suite;

import org.jspecify.annotations.NullMarked;

/**
 * The packaged program from outside: real processes, real sockets, real kills.
 *
 * <p><b>Takes</b> the jar that the system property {@code longstop.jar} names. <b>Gives</b> proof of the requirements.
 * <b>Writes</b> below {@code target/blackbox}. <b>Promises</b> to end every process that it started.
 */
@NullMarked
package dev.longstop.blackbox;

import org.jspecify.annotations.NullMarked;

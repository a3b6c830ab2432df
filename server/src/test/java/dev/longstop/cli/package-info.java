/** Tests of the command line. */
@NullMarked
package dev.longstop.cli;

import org.jspecify.annotations.NullMarked;

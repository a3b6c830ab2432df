/** Tests of the stage. */
@NullMarked
package dev.longstop.telemetry;

import org.jspecify.annotations.NullMarked;

/** Tests of the stage. */
@NullMarked
package dev.longstop.inbox;

import org.jspecify.annotations.NullMarked;

/** Tests of the stage. */
@NullMarked
package dev.longstop.verify;

import org.jspecify.annotations.NullMarked;

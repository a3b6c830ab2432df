/** Tests of the stage. */
@NullMarked
package dev.longstop.contract;

import org.jspecify.annotations.NullMarked;

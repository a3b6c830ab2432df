/** Tests of the trial's own judgement. */
@NullMarked
package dev.longstop.proof;

import org.jspecify.annotations.NullMarked;

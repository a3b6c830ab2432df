/** Tests of the loops and workers, and what other stages' tests wait with. */
@NullMarked
package dev.longstop.loop;

import org.jspecify.annotations.NullMarked;

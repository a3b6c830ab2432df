/** Tests of the measurement: what it counts, and from when. */
@NullMarked
package dev.longstop.measure;

import org.jspecify.annotations.NullMarked;

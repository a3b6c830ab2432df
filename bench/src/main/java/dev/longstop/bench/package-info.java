/** Placeholder. */
@NullMarked
package dev.longstop.bench;

import org.jspecify.annotations.NullMarked;

/** Placeholder. */
@NullMarked
package dev.longstop.cli;

import org.jspecify.annotations.NullMarked;

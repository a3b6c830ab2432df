/** Placeholder. */
@NullMarked
package dev.longstop.verification;

import org.jspecify.annotations.NullMarked;

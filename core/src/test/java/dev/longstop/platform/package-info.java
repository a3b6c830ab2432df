/** Tests of platform data. */
@NullMarked
package dev.longstop.platform;

import org.jspecify.annotations.NullMarked;

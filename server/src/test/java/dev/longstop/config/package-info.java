/** Tests of the configuration. */
@NullMarked
package dev.longstop.config;

import org.jspecify.annotations.NullMarked;

/** Tests of the consumer on a real store, turned by hand. */
@NullMarked
package dev.longstop.consumer;

import org.jspecify.annotations.NullMarked;

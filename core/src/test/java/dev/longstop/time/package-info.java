/** Time for tests. */
@org.jspecify.annotations.NullMarked
package dev.longstop.time;

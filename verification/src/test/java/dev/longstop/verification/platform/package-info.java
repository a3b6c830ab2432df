/** Tests of the fake platform, and of what others make of its answers. */
@org.jspecify.annotations.NullMarked
package dev.longstop.verification.platform;

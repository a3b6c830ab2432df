/** Tests of what is wired and of what watches over it. */
@NullMarked
package dev.longstop.app;

import org.jspecify.annotations.NullMarked;

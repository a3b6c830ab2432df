@NullMarked
package dev.longstop.verification.bugs;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.longstop.verification.simulation;

import org.jspecify.annotations.NullMarked;

/** Tests of agents, with real processes. */
@NullMarked
package dev.longstop.agent;

import org.jspecify.annotations.NullMarked;

package dev.longstop.queue;

import java.util.Optional;

/**
 * A run with what its last attempt left.
 *
 * @param summary the run as lists show it
 * @param result the end of what the agent left; safe text, at most 65,536 characters
 * @param cut whether something before it is missing
 * @param leaseOwner the process that works on it, while running
 */
public record RunDetail(RunSummary summary, Optional<String> result, boolean cut, Optional<String> leaseOwner) {}

package dev.longstop.queue;

import java.util.Optional;

/**
 * What becomes of a run after an attempt.
 *
 * @param state where it stands next: pending, or over
 * @param answers answers to add: 1, or 0 where the attempt was given up by us
 * @param delayMs until it is due again, in milliseconds; 0 where it is over
 * @param report what the agent left; empty where it left nothing
 */
public record Next(RunState state, int answers, long delayMs, Optional<Ending.Report> report) {}

package dev.longstop.agent;

import dev.longstop.queue.Claimed;
import java.util.function.Consumer;

/**
 * One attempt's work, as the agent gets it.
 *
 * @param claimed the run and its event
 * @param idempotencyKey the same for every attempt of the run: {@code ls-} and 64 hex digits
 * @param revocation says when the attempt must end early: its lease was lost, or the program stops
 * @param mark to be called with the mark of a process tree as soon as there is one, so that it can be ended after a crash
 */
public record Assignment(Claimed claimed, String idempotencyKey, Revocation revocation, Consumer<String> mark) {}

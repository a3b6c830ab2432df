package dev.longstop.agent;

import dev.longstop.queue.Claimed;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One attempt's work, as the agent gets it.
 *
 * @param claimed the run and its event
 * @param payload what the sender said: the delivery's body, or the JSON inside its form; a stranger's words. Not to be
 *     changed
 * @param idempotencyKey the same for every attempt of the run: {@code ls-} and 64 hex digits
 * @param traceParent what ties the attempt to its event's trace
 * @param revocation says when the attempt must end early: its lease was lost, or the program stops
 * @param mark to be called with the mark of a process tree as soon as there is one, so that it can be ended after a
 *     crash
 * @param callback to be asked before the agent is given a token for its callback; waits for the store, and gives
 *     nothing where the lease is lost or the store is away
 */
public record Assignment(
        Claimed claimed,
        byte[] payload,
        String idempotencyKey,
        TraceParent traceParent,
        Revocation revocation,
        Consumer<String> mark,
        Supplier<Optional<String>> callback) {}

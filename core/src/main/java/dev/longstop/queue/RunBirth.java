package dev.longstop.queue;

import java.util.Optional;

/**
 * A run that is born with its event.
 *
 * @param eventSeq the event's row
 * @param source the event's source
 * @param seed what the agent owes to it
 * @param held why a person must release it first, besides what the seed says
 */
public record RunBirth(long eventSeq, String source, RunSeed seed, Optional<String> held) {

    /** The state that it is born in: a shadow is over at once, since it only says what a rule would start. */
    RunState state() {
        if (seed.mode() == RunMode.SHADOW) {
            return RunState.DONE;
        }
        return why().isPresent() ? RunState.HELD : RunState.PENDING;
    }

    /** Why it is held, where it is. */
    Optional<String> why() {
        return seed.held().or(() -> held);
    }
}

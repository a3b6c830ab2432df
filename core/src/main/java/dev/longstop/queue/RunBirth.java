package dev.longstop.queue;

import dev.longstop.event.EventId;
import dev.longstop.event.SafeText;
import java.util.Optional;

/**
 * A run that is born: with its event, or since the event's work is wanted later, or again.
 *
 * @param eventSeq the event's row
 * @param source the event's source
 * @param seed what the agent owes to it
 * @param round 1, and one more each time the work is to be done again
 * @param held why a person must release it first, besides what the seed says
 * @param over why it is over before it was begun, where that is so
 */
public record RunBirth(
        long eventSeq, String source, RunSeed seed, int round, Optional<String> held, Optional<String> over) {

    /** Why a run is held whose event's body came before under another id. */
    public static final String SUSPECTED_REPLAY = "suspected replay";

    private static final int LANE_CHARS_MAX = 255;

    /** A run that is born with its event. */
    public RunBirth(long eventSeq, String source, RunSeed seed, Optional<String> held) {
        this(eventSeq, source, seed, 1, held, Optional.empty());
    }

    /** The state that it is born in: a shadow is over at once, since it only says what a rule would start. */
    RunState state() {
        if (seed.mode() == RunMode.SHADOW) {
            return RunState.DONE;
        }
        if (over.isPresent()) {
            return RunState.SUPERSEDED;
        }
        return why().isPresent() ? RunState.HELD : RunState.PENDING;
    }

    /** Why it is held, where it is. */
    Optional<String> why() {
        return seed.held().or(() -> held);
    }

    /** A lane's name that every index can hold; two long names that differ stay two. */
    Optional<String> lane() {
        return seed.lane().map(lane -> {
            var safe = SafeText.of(lane);
            return safe.length() <= LANE_CHARS_MAX
                    ? safe
                    : EventId.ofOperator(lane).text();
        });
    }

    /** The same, held. */
    RunBirth heldFor(String reason) {
        return new RunBirth(eventSeq, source, seed, round, Optional.of(reason), over);
    }

    /** The same, over before it was begun. */
    RunBirth overFor(String reason) {
        return new RunBirth(eventSeq, source, seed, round, held, Optional.of(reason));
    }
}

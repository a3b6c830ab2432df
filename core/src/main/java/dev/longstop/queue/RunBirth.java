package dev.longstop.queue;

import dev.longstop.event.EventId;
import dev.longstop.event.SafeText;
import java.util.Optional;

/**
 * A run that is born with its event.
 *
 * @param eventSeq the event's row
 * @param source the event's source
 * @param seed what the agent owes to it
 * @param held why a person must release it first, besides what the seed says
 * @param over why it is over before it was begun, where that is so
 */
public record RunBirth(long eventSeq, String source, RunSeed seed, Optional<String> held, Optional<String> over) {

    private static final int LANE_CHARS_MAX = 255;

    /** A run that begins its life. */
    public RunBirth(long eventSeq, String source, RunSeed seed, Optional<String> held) {
        this(eventSeq, source, seed, held, Optional.empty());
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
        return new RunBirth(eventSeq, source, seed, Optional.of(reason), over);
    }

    /** The same, over before it was begun, since its lane is busy. */
    RunBirth skipped() {
        return new RunBirth(eventSeq, source, seed, held, Optional.of(Lanes.SKIPPED));
    }
}

package dev.longstop.queue;

import java.util.Locale;
import java.util.Optional;

/**
 * What came of one item of a replay.
 *
 * @param item what was planned
 * @param result what came of it
 * @param runId the run that began or goes on, where one did
 */
public record Replayed(ReplayItem item, Result result, Optional<Long> runId) {

    /** What came of an item. */
    public enum Result {
        /** A run was born, and is due. */
        BEGUN,
        /** A run was born held: beyond a limit, or of an event that is suspected to be a replay by somebody else. */
        HELD,
        /** A run was born and over: its lane is busy, and its agent skips; or its lane works on a newer event. */
        SUPERSEDED,
        /** The run that stood is due again, in its round. */
        GOES_ON,
        /** There is such a run already: the plan was carried out before, as far as this goes. */
        BEFORE,
        /** What stood is not as it was when the plan was made. */
        CHANGED,
        /** Retention took the body of the delivery away. */
        PRUNED;

        /** The word in answers. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether a run began or goes on. */
        public boolean did() {
            return switch (this) {
                case BEGUN, HELD, SUPERSEDED, GOES_ON -> true;
                case BEFORE, CHANGED, PRUNED -> false;
            };
        }
    }

    /** Nothing was done. */
    static Replayed not(ReplayItem item, Result result) {
        return new Replayed(item, result, Optional.empty());
    }

    /** A run was born in a state. */
    static Replayed born(ReplayItem item, RunBirths.Born born) {
        var result = switch (born.state()) {
            case HELD -> Result.HELD;
            case SUPERSEDED -> Result.SUPERSEDED;
            default -> Result.BEGUN;
        };
        return new Replayed(item, result, Optional.of(born.runId()));
    }
}

package dev.longstop.inbox;

import dev.longstop.event.Event;
import dev.longstop.queue.ReplayPlan;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a replay would do, and what it would not.
 *
 * @param plan what would be done
 * @param events the events of the plan, by row
 * @param skipped how often something that was chosen is left alone, by why
 * @param chosen how many events were looked at that the choice names
 * @param next after which row another plan goes on; empty if this one has all
 */
public record ReplayDraft(
        ReplayPlan plan, Map<Long, Event> events, Map<Skip, Integer> skipped, int chosen, Optional<Long> next) {

    public ReplayDraft {
        events = Map.copyOf(events);
        skipped = Map.copyOf(skipped);
    }

    /** Why something is left alone. */
    public enum Skip {
        /** It is done. */
        DONE("done; --again does it once more"),
        /** It is not over. */
        UNFINISHED("not over yet"),
        /** It waits for a person. */
        HELD("held; `longstop release` lets it go on"),
        /** A person ended it. */
        CANCELLED("cancelled; --state cancelled takes it in"),
        /** Newer work took its place. */
        SUPERSEDED("superseded by newer work; --again --state superseded takes it in"),
        /** What it did cannot be known. */
        UNCERTAIN("uncertain; --state uncertain takes it in, once you know what it did"),
        /** No present rule starts anything for it. */
        IGNORED("no rule starts an agent for it"),
        /** It has no run that could be repeated. */
        NO_RUN("has no run to be done again; without --again it is given one"),
        /** The rule only watches, or what stands is a shadow. */
        SHADOW("a shadow: where the rule is live now, --again starts it"),
        /** The program has no such agent. */
        PARKED("the program has no such agent; after a new one it needs a restart"),
        /** Retention took the body away. */
        PRUNED("the body is not kept any more"),
        /** The contract cannot read what is stored. */
        UNREADABLE("the source's contract cannot read the stored body"),
        /** A completion event, which is merged once. */
        COMPLETION("a completion, which nothing is gained by merging again");

        private final String text;

        Skip(String text) {
            this.text = text;
        }

        /** The word in answers. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The same for people, with what to do. */
        public String text() {
            return text;
        }
    }
}

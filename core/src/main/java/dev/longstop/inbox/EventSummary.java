package dev.longstop.inbox;

import dev.longstop.event.Event;
import dev.longstop.queue.RunSummary;
import java.util.List;

/**
 * An event as lists show it.
 *
 * @param event the inbox row
 * @param state where it stands: the worst of its runs
 * @param runs its runs, oldest first
 */
public record EventSummary(Event event, EventState state, List<RunSummary> runs) {

    public EventSummary {
        runs = List.copyOf(runs);
    }
}

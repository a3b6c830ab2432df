package dev.longstop.inbox;

import java.util.List;
import java.util.Optional;

/**
 * Which events are worked through again, and what that means.
 *
 * @param again whether work that is over is done once more, in a new round; else what was not done is done
 * @param source of this source only
 * @param type of this type only; {@code type.action} is understood too
 * @param agent only what this agent owes
 * @param state only what stands in this state: runs, or {@code ignored} for events without one
 * @param sinceMs only what was received at this instant or later, in epoch milliseconds
 * @param untilMs only what was received before this instant, in epoch milliseconds
 * @param events these events and no others, by their rows; empty for all that the rest names
 * @param after only events after this row: where an earlier plan ended
 */
public record ReplayChoice(
        boolean again,
        Optional<String> source,
        Optional<String> type,
        Optional<String> agent,
        Optional<EventState> state,
        Optional<Long> sinceMs,
        Optional<Long> untilMs,
        List<Long> events,
        Optional<Long> after) {

    /** The most events that are chosen one by one. */
    public static final int EVENTS_MAX = 200;

    public ReplayChoice {
        events = events.stream().distinct().sorted().toList();
        if (events.size() > EVENTS_MAX) {
            throw new IllegalArgumentException("at most " + EVENTS_MAX + " events are chosen one by one");
        }
    }

    /** What every event owes that was not done. */
    public static ReplayChoice everything() {
        return new ReplayChoice(
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty());
    }

    /** The same, of work that is done once more. */
    public ReplayChoice repeated() {
        return new ReplayChoice(true, source, type, agent, state, sinceMs, untilMs, events, after);
    }

    /** The same, of one agent. */
    public ReplayChoice of(String name) {
        return new ReplayChoice(again, source, type, Optional.of(name), state, sinceMs, untilMs, events, after);
    }

    /** The same, of what stands in a state. */
    public ReplayChoice in(EventState word) {
        return new ReplayChoice(again, source, type, agent, Optional.of(word), sinceMs, untilMs, events, after);
    }

    /** The same, of a time. */
    public ReplayChoice between(long fromMs, long toMs) {
        return new ReplayChoice(
                again, source, type, agent, state, Optional.of(fromMs), Optional.of(toMs), events, after);
    }

    /** The same, of some events. */
    public ReplayChoice only(List<Long> rows) {
        return new ReplayChoice(again, source, type, agent, state, sinceMs, untilMs, rows, after);
    }

    /** The same, after an event. */
    public ReplayChoice after(long row) {
        return new ReplayChoice(again, source, type, agent, state, sinceMs, untilMs, events, Optional.of(row));
    }

    /** Whether it names anything that narrows it down. */
    public boolean narrow() {
        return source.isPresent()
                || type.isPresent()
                || agent.isPresent()
                || state.isPresent()
                || sinceMs.isPresent()
                || untilMs.isPresent()
                || !events.isEmpty();
    }
}

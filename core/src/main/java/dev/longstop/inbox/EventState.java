package dev.longstop.inbox;

import dev.longstop.queue.RunState;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where an event stands, as people are told: the worst of its runs. Derived, never stored. From worst to best.
 */
public enum EventState {
    /** A run will not be tried again without a person. */
    DEAD,
    /** What a run did cannot be known. */
    UNCERTAIN,
    /** A run's time ran out. */
    EXPIRED,
    /** A run waits for a person. */
    HELD,
    /** A run's agent is at work. */
    RUNNING,
    /** A run waits for its job or callback. */
    WAITING,
    /** A run is due at a time. */
    PENDING,
    /** A person ended a run. */
    CANCELLED,
    /** Newer work took a run's place. */
    SUPERSEDED,
    /** All is done. */
    DONE,
    /** Nothing was to be done. */
    IGNORED;

    /** The state of an event with these runs; without any it is ignored if it says why, and else done. */
    static EventState of(Collection<RunState> runs, Optional<String> ignored) {
        return runs.stream()
                .map(run -> valueOf(run.name()))
                .min(EventState::compareTo)
                .orElse(ignored.isPresent() ? IGNORED : DONE);
    }

    /** The words of worse states, each between commas. */
    String worse() {
        return Arrays.stream(values())
                .filter(other -> other.compareTo(this) < 0)
                .map(EventState::word)
                .collect(Collectors.joining(",", ",", ","));
    }

    /** The word in commands and the admin API. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The state of a word; empty if it is none. */
    public static Optional<EventState> of(String word) {
        return Arrays.stream(values())
                .filter(state -> state.word().equals(word))
                .findFirst();
    }
}

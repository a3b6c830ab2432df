package dev.longstop.inbox;

import dev.longstop.contract.Path;
import dev.longstop.queue.RunMode;
import java.util.List;
import java.util.Map;

/**
 * Which event of a source starts which agents, under which conditions.
 *
 * @param events patterns, of which one must match: {@code type.action}, {@code type} for any action, {@code family.*}
 *     for every type that begins so, {@code *} for any event
 * @param conditions a test per path, of which all must hold; an absent path does not match, {@code not} included
 * @param start the agents to start, by name
 * @param mode whether they are started, or only recorded
 */
public record Rule(List<String> events, Map<Path, Condition> conditions, List<String> start, RunMode mode) {

    public Rule {
        events = List.copyOf(events);
        conditions = Map.copyOf(conditions);
        start = List.copyOf(start);
        if (events.isEmpty() || events.contains("") || start.isEmpty()) {
            throw new IllegalArgumentException("a rule names at least one event and one agent to start");
        }
    }

    /**
     * A test of the value at a path. Values are compared as JSON: {@code 1} is not {@code "1"}.
     *
     * <p><i>Shape</i> of a value: {@code String}, {@code Boolean}, a number, or a {@code JsonNode} for anything else.
     */
    public sealed interface Condition {}

    /** The value equals this. */
    public record Is(Object value) implements Condition {}

    /** There is a value, and it does not equal this. */
    public record Not(Object value) implements Condition {}

    /** The value equals one of these. */
    public record In(List<Object> values) implements Condition {
        public In {
            values = List.copyOf(values);
        }
    }

    /** There is a value, JSON {@code null} included ({@code true}), or there is none ({@code false}). */
    public record Exists(boolean value) implements Condition {}
}

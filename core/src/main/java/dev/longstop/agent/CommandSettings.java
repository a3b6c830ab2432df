package dev.longstop.agent;

import dev.longstop.queue.RetrySettings;
import java.util.List;
import java.util.Map;

/**
 * An agent that is a local command.
 *
 * @param name the agent's name in the configuration
 * @param command the program and its arguments; none of it comes from a payload
 * @param environment what the command gets besides PATH, HOME, LANG and the {@code LONGSTOP_} names; values are secrets
 * @param concurrency attempts in progress at once, 1 to 1000
 * @param timeoutMs how long an attempt may take before its whole process tree is ended
 * @param retry how often and when it is tried again
 */
public record CommandSettings(
        String name,
        List<String> command,
        Map<String, String> environment,
        int concurrency,
        long timeoutMs,
        RetrySettings retry) {

    public CommandSettings {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("the agent " + name + " has no command");
        }
    }

    @Override
    public String toString() {
        return "CommandSettings[" + name + ", " + command.get(0) + "]";
    }
}

package dev.longstop.agent;

import dev.longstop.queue.RetrySettings;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

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

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,254}");

    public CommandSettings {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        if (command.isEmpty() || command.get(0).isBlank()) {
            throw new IllegalArgumentException("the agent " + name + " has no command");
        }
        if (command.stream().anyMatch(word -> word.indexOf('\0') >= 0)) {
            throw new IllegalArgumentException("the agent " + name + " has a NUL in its command");
        }
        for (var variable : environment.keySet()) {
            if (!mayName(variable)) {
                throw new IllegalArgumentException(
                        "the agent " + name + " names a variable that it may not: " + variable);
            }
        }
        if (concurrency < 1 || concurrency > 1_000 || timeoutMs < 1) {
            throw new IllegalArgumentException("the agent " + name + " has 1 to 1000 attempts at once, and a timeout");
        }
    }

    /** Whether the configuration may give a variable of this name; those that name the attempt are not its to give. */
    public static boolean mayName(String variable) {
        return VARIABLE.matcher(variable).matches()
                && !variable.startsWith("LONGSTOP_")
                && !variable.equals("TRACEPARENT");
    }

    @Override
    public String toString() {
        return "CommandSettings[" + name + ", " + command.get(0) + "]";
    }
}

package dev.longstop.config;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * One thing that is wrong, or doubtful, with the configuration.
 *
 * @param severity whether the program can start all the same
 * @param file the name of the file as the person gave it
 * @param line the line, from 1; 0 where the file as a whole is meant
 * @param column the column, from 1; 0 where the file as a whole is meant
 * @param key where in the form: {@code sources.github.rules[0].event}; empty where the file as a whole is meant
 * @param message what is wrong and what to do; never a secret's value
 */
public record Problem(Severity severity, String file, int line, int column, String key, String message) {

    /** How bad it is. */
    public enum Severity {
        /** The program does not start with it. */
        ERROR,
        /** The program starts; somebody should look. */
        WARNING
    }

    /** Whether the program does not start with it. */
    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /** For programs: {@code severity}, {@code error} or {@code warning}, and what the record holds. */
    public ObjectNode json() {
        return JsonMapper.shared()
                .createObjectNode()
                .put("severity", isError() ? "error" : "warning")
                .put("file", file)
                .put("line", line)
                .put("column", column)
                .put("key", key)
                .put("message", message);
    }

    /** {@code longstop.yaml:12:5  sources.github.rulez: unknown key; did you mean "rules"?} */
    @Override
    public String toString() {
        var where = line == 0 ? file : file + ":" + line + ":" + column;
        return where + "  " + (key.isEmpty() ? "" : key + ": ") + message;
    }
}

package dev.longstop.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A place in a JSON document: {@code $.a.b[0]}, {@code $.a[-1]}; contract files also write {@code json:a.b}.
 *
 * <p><i>Shape</i>: names of letters, digits, {@code _ - @ $ /} and anything that is not {@code . [ ]}; indexes count
 * from 0, from the end where negative. <i>Bounds</i>: 1 to 32 steps. <i>Source</i>: design section 7.
 *
 * @param text the path as written
 * @param steps names ({@code String}) and indexes ({@code Integer}) from the root
 */
public record Path(String text, List<Object> steps) {

    private static final int STEPS_MAX = 32;

    public Path {
        steps = List.copyOf(steps);
    }

    /**
     * Reads a path.
     *
     * @throws IllegalArgumentException if it is not one; the message says what is wrong and where
     */
    public static Path parse(String text) {
        var rest = text.startsWith("$.") || text.startsWith("$[")
                ? text.substring(1)
                : text.startsWith("json:[")
                        ? text.substring("json:".length())
                        : text.startsWith("json:") ? "." + text.substring("json:".length()) : null;
        if (text.equals("$") || text.equals("json:")) {
            return new Path(text, List.of());
        }
        if (rest == null) {
            throw wrong(text, 0, "a path starts with $. or $[");
        }
        int offset = text.length() - rest.length();
        var steps = new ArrayList<Object>();
        int at = 0;
        while (at < rest.length()) {
            int from = at;
            if (rest.charAt(at) == '.') {
                at = endOfName(rest, at + 1);
                if (at == from + 1) {
                    throw wrong(text, offset + at, "a name is missing");
                }
                steps.add(rest.substring(from + 1, at));
            } else if (rest.charAt(at) == '[') {
                at = rest.indexOf(']', at) + 1;
                if (at == 0) {
                    throw wrong(text, offset + from, "a bracket is not closed");
                }
                steps.add(index(text, offset + from, rest.substring(from + 1, at - 1)));
            } else {
                throw wrong(text, offset + at, "expected . or [");
            }
        }
        if (steps.size() > STEPS_MAX) {
            throw wrong(text, 0, "a path has at most " + STEPS_MAX + " steps");
        }
        return new Path(text, steps);
    }

    private static int endOfName(String rest, int from) {
        int at = from;
        while (at < rest.length() && ".[]".indexOf(rest.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    private static Integer index(String text, int at, String digits) {
        try {
            return Integer.valueOf(digits);
        } catch (NumberFormatException e) {
            throw wrong(text, at, "an index is a whole number");
        }
    }

    private static IllegalArgumentException wrong(String text, int at, String what) {
        return new IllegalArgumentException("\"" + text + "\" is not a path: " + what + " at position " + at);
    }

    /** The value at this place; empty if there is none. JSON {@code null} is a value. */
    public Optional<JsonNode> find(JsonNode root) {
        var node = root;
        for (var step : steps) {
            JsonNode next = step instanceof Integer index
                    ? node.get(index < 0 ? node.size() + index : index)
                    : node.get((String) step);
            if (next == null) {
                return Optional.empty();
            }
            node = next;
        }
        return Optional.of(node);
    }

    @Override
    public String toString() {
        return text;
    }
}

package dev.longstop.admin;

import dev.longstop.store.Page;
import dev.longstop.telemetry.Suggestion;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The query of a request, read parameter by parameter. What is wrong is noted, and reading goes on with the default; a
 * caller asks for the {@link #problem} before it uses what it read.
 */
final class Query {

    private static final int LIMIT = 50;
    private static final int DIGITS_MAX = 18;

    private final Map<String, String> parameters = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    private Query() {}

    /** Reads a raw query, of which only some parameters are known. */
    static Query of(@Nullable String raw, List<String> known) {
        var query = new Query();
        if (raw != null && !raw.isEmpty()) {
            for (var pair : raw.split("&", -1)) {
                query.add(pair, known);
            }
        }
        return query;
    }

    private void add(String pair, List<String> known) {
        int equals = pair.indexOf('=');
        try {
            var name = URLDecoder.decode(equals < 0 ? pair : pair.substring(0, equals), StandardCharsets.UTF_8);
            var value = equals < 0 ? "" : URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8);
            if (!known.contains(name)) {
                problems.add("unknown parameter \"" + name + "\"" + Suggestion.hint(name, known));
            } else if (parameters.putIfAbsent(name, value) != null) {
                problems.add("\"" + name + "\" is there twice");
            }
        } catch (IllegalArgumentException notEncoded) {
            problems.add("the query is not percent-encoded");
        }
    }

    /** A text; an empty one counts as absent. */
    Optional<String> text(String name) {
        return Optional.ofNullable(parameters.get(name)).filter(text -> !text.isEmpty());
    }

    /** A row id. */
    Optional<Long> row(String name) {
        return text(name).flatMap(text -> {
            var row = rowId(text);
            if (row.isEmpty()) {
                problems.add("\"" + name + "\" is a row's number");
            }
            return row;
        });
    }

    /** A word of ours. */
    <T> Optional<T> word(String name, Function<String, Optional<T>> read, List<String> words) {
        return text(name).flatMap(text -> {
            var value = read.apply(text);
            if (value.isEmpty()) {
                problems.add("\"" + name + "\" is one of " + String.join(", ", words) + Suggestion.hint(text, words));
            }
            return value;
        });
    }

    /** How many items to give. */
    int limit() {
        var limit = row("limit").orElse((long) LIMIT);
        if (limit < 1 || limit > Page.LIMIT_MAX) {
            problems.add("\"limit\" is 1 to " + Page.LIMIT_MAX);
            return LIMIT;
        }
        return limit.intValue();
    }

    /** What is wrong with it; empty if nothing is. */
    Optional<Reply> problem() {
        return problems.isEmpty() ? Optional.empty() : Optional.of(Reply.problem(400, String.join("; ", problems)));
    }

    /** A link to the same question from another row on. */
    String next(String path, long before) {
        var next = new LinkedHashMap<>(parameters);
        next.put("before", Long.toString(before));
        var link = new StringBuilder(path);
        next.forEach((name, value) -> link.append(link.length() == path.length() ? '?' : '&')
                .append(name)
                .append('=')
                .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
        return link.toString();
    }

    /** The number that a text is, if it can be a row's. */
    static Optional<Long> rowId(String text) {
        boolean number =
                !text.isEmpty() && text.length() <= DIGITS_MAX && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return number ? Optional.of(Long.parseLong(text)) : Optional.empty();
    }
}

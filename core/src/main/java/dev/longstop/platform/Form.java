package dev.longstop.platform;

import dev.longstop.contract.Path;
import dev.longstop.telemetry.Suggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * One object of a platform's form, read key by key. What is wrong is noted with its place, and reading goes on, so that
 * one report holds every problem.
 */
final class Form {

    /** Keys for people, which any object of the form may have. */
    private static final List<String> REMARKS = List.of("note", "why");

    private final JsonNode node;
    private final String place;
    private final List<String> problems;

    Form(JsonNode node, String place, List<String> problems) {
        this.node = node;
        this.place = place;
        this.problems = problems;
        if (!node.isMissingNode() && !node.isObject()) {
            problems.add((place.isEmpty() ? "the platform" : place) + ": an object is expected");
        }
    }

    /** Notes every key that the form does not have. */
    void onlyKeys(String... known) {
        var all = new ArrayList<>(List.of(known));
        all.addAll(REMARKS);
        for (var key : node.propertyNames()) {
            if (!all.contains(key)) {
                problem(key, "unknown key" + Suggestion.hint(key, (Collection<String>) all));
            }
        }
    }

    boolean has(String key) {
        return !value(key).isMissingNode();
    }

    /** A member; {@code null} counts as absent. */
    JsonNode value(String key) {
        var value = node.get(key);
        return value == null || value.isNull() ? MissingNode.getInstance() : value;
    }

    Optional<String> text(String key) {
        var value = value(key);
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        if (value.isContainer()) {
            problem(key, "a text is expected");
            return Optional.empty();
        }
        return Optional.of(value.asString());
    }

    String requiredText(String key) {
        return text(key).filter(text -> !text.isEmpty()).orElseGet(() -> {
            problem(key, "is missing");
            return "";
        });
    }

    /** Seconds, in milliseconds. */
    Optional<Long> seconds(String key) {
        return seconds(key, value(key));
    }

    /** A list of seconds, in milliseconds. */
    List<Long> manySeconds(String key) {
        var all = new ArrayList<Long>();
        value(key).forEach(item -> seconds(key, item).ifPresent(all::add));
        return all;
    }

    private Optional<Long> seconds(String key, JsonNode value) {
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        if (!value.isNumber() || value.doubleValue() < 0 || value.doubleValue() > 1e9) {
            problem(key, "a number of seconds is expected");
            return Optional.empty();
        }
        return Optional.of(Math.round(value.doubleValue() * 1_000));
    }

    Optional<Path> path(String key) {
        return paths(key).stream().findFirst();
    }

    /** The paths of a list; a single one counts as a list of one. */
    List<Path> paths(String key) {
        var paths = new ArrayList<Path>();
        for (var text : texts(key)) {
            parse(key, text).ifPresent(paths::add);
        }
        return paths;
    }

    /** A place as the form writes it: a path, or {@code $http} for the status of the answer. */
    Optional<Path> parse(String key, String text) {
        try {
            return Optional.of(Path.parse(text.equals(Documents.HTTP) ? "$." + Documents.HTTP : text));
        } catch (IllegalArgumentException notAPath) {
            problem(key, String.valueOf(notAPath.getMessage()));
            return Optional.empty();
        }
    }

    /** The texts of a list; a single text counts as a list of one. */
    List<String> texts(String key) {
        var value = value(key);
        if (!value.isArray()) {
            return text(key).map(List::of).orElse(List.of());
        }
        var texts = new ArrayList<String>();
        for (var item : value) {
            if (item.isString()) {
                texts.add(item.stringValue());
            } else {
                problem(key, "a list of texts is expected");
            }
        }
        return texts;
    }

    /** Texts by name. */
    Map<String, String> map(String key) {
        var map = new LinkedHashMap<String, String>();
        value(key)
                .properties()
                .forEach(entry -> map.put(entry.getKey(), entry.getValue().asString("")));
        return map;
    }

    Form object(String key) {
        return new Form(value(key), at(key), problems);
    }

    /** The objects of a list. */
    List<Form> objects(String key) {
        var objects = new ArrayList<Form>();
        for (var item : value(key)) {
            objects.add(new Form(item, at(key) + "[" + objects.size() + "]", problems));
        }
        return objects;
    }

    /** The members of an object. */
    Map<String, JsonNode> members(String key) {
        var members = new LinkedHashMap<String, JsonNode>();
        value(key).properties().forEach(entry -> members.put(entry.getKey(), entry.getValue()));
        return members;
    }

    void problem(String key, String what) {
        problems.add(at(key) + ": " + what);
    }

    private String at(String key) {
        return place.isEmpty() ? key : place + "." + key;
    }
}

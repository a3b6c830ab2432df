package dev.longstop.contract;

import dev.longstop.telemetry.Suggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * One object of a contract file, read key by key. What is wrong is noted with its place, and reading goes on with the
 * default, so that one report holds every problem.
 */
final class FormNode {

    private final JsonNode node;
    private final String place;
    private final List<String> problems;

    FormNode(JsonNode node, String place, List<String> problems) {
        this.node = node;
        this.place = place;
        this.problems = problems;
        if (!node.isMissingNode() && !node.isObject()) {
            problems.add((place.isEmpty() ? "the contract" : place) + ": an object is expected");
        }
    }

    /** Notes every key that the form does not have; every object of it may have a {@code note} for people. */
    void onlyKeys(Collection<String> known) {
        for (var key : node.propertyNames()) {
            if (!known.contains(key) && !key.equals("note")) {
                problem(key, "unknown key" + Suggestion.hint(key, known));
            }
        }
    }

    /** Notes keys of the form that have a value, though nothing acts on them yet. */
    void notAvailableYet(String... keys) {
        for (var key : keys) {
            var value = value(key);
            if (!value.isMissingNode() && !(value.isContainer() && value.isEmpty())) {
                problem(key, "not available yet");
            }
        }
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

    boolean flag(String key, boolean otherwise) {
        var value = value(key);
        if (!value.isMissingNode() && !value.isBoolean()) {
            problem(key, "true or false is expected");
        }
        return value.isBoolean() ? value.booleanValue() : otherwise;
    }

    int integer(String key, int otherwise, int min, int max) {
        var value = value(key);
        if (value.isMissingNode()) {
            return otherwise;
        }
        if (!value.isInt() || value.intValue() < min || value.intValue() > max) {
            problem(key, "a whole number from " + min + " to " + max + " is expected");
            return otherwise;
        }
        return value.intValue();
    }

    /** An amount such as {@code 25MiB} or {@code 72h}. */
    long quantity(String key, String otherwise, Function<String, OptionalLong> read, long max) {
        var amount = read.apply(text(key).orElse(otherwise));
        if (amount.isEmpty() || amount.getAsLong() < 1 || amount.getAsLong() > max) {
            problem(key, "an amount such as " + otherwise + " is expected");
            return read.apply(otherwise).orElseThrow();
        }
        return amount.getAsLong();
    }

    /** The texts of a list; a single text counts as a list of one. */
    List<String> texts(String key) {
        var value = value(key);
        if (value.isMissingNode()) {
            return List.of();
        }
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

    /** One of some words, by what it stands for. */
    <T> Optional<T> oneOf(String key, Map<String, T> values) {
        var word = text(key);
        var value = word.map(values::get);
        if (word.isPresent() && value.isEmpty()) {
            problem(
                    key,
                    "\"" + word.get() + "\" is not one of " + String.join(", ", values.keySet())
                            + Suggestion.hint(word.get(), values.keySet()));
        }
        return value;
    }

    /** The texts of an object, by their keys, in order. */
    Map<String, String> textsByKey(String key) {
        var texts = new LinkedHashMap<String, String>();
        var inner = object(key);
        for (var name : inner.node.propertyNames()) {
            inner.text(name).ifPresent(text -> texts.put(name, text));
        }
        return texts;
    }

    /** The value of a key as it stands there. */
    JsonNode tree(String key) {
        return value(key);
    }

    /** Whether a key has a value. */
    boolean has(String key) {
        return !value(key).isMissingNode();
    }

    FormNode object(String key) {
        return new FormNode(value(key), at(key), problems);
    }

    /** The objects of a list; a single object counts as a list of one. */
    List<FormNode> objects(String key) {
        var value = value(key);
        if (!value.isArray()) {
            return value.isMissingNode() ? List.of() : List.of(object(key));
        }
        var objects = new ArrayList<FormNode>();
        for (var item : value) {
            objects.add(new FormNode(item, at(key) + "[" + objects.size() + "]", problems));
        }
        return objects;
    }

    void problem(String key, String what) {
        problems.add(at(key) + ": " + what);
    }

    private String at(String key) {
        return place.isEmpty() ? key : place + "." + key;
    }

    private JsonNode value(String key) {
        var value = node.get(key);
        return value == null || value.isNull() ? MissingNode.getInstance() : value;
    }
}

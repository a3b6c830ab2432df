package dev.longstop.config;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** One part of the file as it stands there, before anything is known of its meaning. */
sealed interface Node {

    /** Where it begins. */
    Position at();

    /** What it is, in a word for people. */
    String kind();

    /** The same as JSON. */
    JsonNode json();

    /**
     * Text, a number, a truth value or nothing.
     *
     * @param plain whether it stands without quotation marks, and may so be something else than text
     */
    record Scalar(Position at, String text, boolean plain) implements Node {

        /** Whether there is no value: nothing at all, {@code ~} or {@code null}. */
        boolean isNothing() {
            return plain && (text.isEmpty() || text.equals("~") || text.equals("null"));
        }

        @Override
        public String kind() {
            return isNothing() ? "nothing" : "a single value";
        }

        @Override
        public JsonNode json() {
            var value = isNothing() ? null : plain ? Literal.of(text) : text;
            return JsonMapper.shared().valueToTree(value);
        }
    }

    /** Values in order. */
    record Items(Position at, List<Node> items) implements Node {
        @Override
        public String kind() {
            return "a list";
        }

        @Override
        public JsonNode json() {
            var list = JsonNodeFactory.instance.arrayNode();
            items.forEach(item -> list.add(item.json()));
            return list;
        }
    }

    /** Keys with values, in order; no key twice. */
    record Entries(Position at, List<Entry> entries) implements Node {
        @Override
        public String kind() {
            return "a mapping";
        }

        @Override
        public JsonNode json() {
            var object = JsonNodeFactory.instance.objectNode();
            entries.forEach(entry -> object.set(entry.key(), entry.value().json()));
            return object;
        }
    }

    /** A key with its value. */
    record Entry(Position at, String key, Node value) {}
}

package dev.longstop.cli;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Prints everything that a document of the API says: short values in columns, long text as blocks at the end. */
final class Details {

    private static final int SHORT_MAX = 100;
    private static final int BLOCK_LINES_MAX = 200;

    private final long nowMs;
    private final Columns columns = new Columns();
    private final List<String> blocks = new ArrayList<>();

    private Details(long nowMs) {
        this.nowMs = nowMs;
    }

    /** The lines for a document. */
    static List<String> of(JsonNode document, long nowMs) {
        var details = new Details(nowMs);
        details.add("", document);
        var lines = new ArrayList<>(details.columns.lines());
        lines.addAll(details.blocks);
        return lines;
    }

    private void add(String name, JsonNode node) {
        if (node.isObject()) {
            node.properties()
                    .forEach(entry ->
                            add(name.isEmpty() ? entry.getKey() : name + "." + entry.getKey(), entry.getValue()));
        } else if (node.isArray()) {
            addAll(name, node);
        } else if (node.isNull()) {
            return;
        } else if (name.endsWith("_at") || name.endsWith("_until")) {
            columns.row(name, Ages.full(node, nowMs));
        } else {
            addText(name, node.asString(""));
        }
    }

    private void addAll(String name, JsonNode array) {
        if (array.isEmpty()) {
            columns.row(name, "none");
        } else if (array.get(0).isObject()) {
            for (int i = 0; i < array.size(); i++) {
                add(name + "[" + i + "]", array.get(i));
            }
        } else {
            var values = new ArrayList<String>();
            array.forEach(value -> values.add(value.asString("")));
            columns.row(name, String.join(", ", values));
        }
    }

    private void addText(String name, String text) {
        if (text.length() <= SHORT_MAX && text.strip().indexOf('\n') < 0) {
            columns.row(name, text.strip());
            return;
        }
        blocks.add("");
        blocks.add(Screen.safe(name) + ":");
        Screen.safeBlock(text)
                .lines()
                .limit(BLOCK_LINES_MAX)
                .map(line -> "  " + line)
                .forEach(blocks::add);
    }
}

package dev.longstop.platform;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Text, or a tree of texts, with {@code ${name}} in it.
 *
 * <p>A text that is one variable alone takes the variable's value with its type: {@code "${input}"} becomes an object
 * where {@code input} is one. Everywhere else values are text.
 */
final class Template {

    private Template() {}

    /** How a value is written where it is put in. */
    interface Escape {

        String of(String value);
    }

    /** A piece of a text: words as they are, or the name of a variable. */
    private record Piece(String text, boolean variable) {}

    /** The text with every variable put in. Errors: {@link MissingVariable}. */
    static String fill(String text, Variables variables, Escape escape) {
        var filled = new StringBuilder();
        for (var piece : pieces(text)) {
            filled.append(piece.variable ? escape.of(variables.text(piece.text)) : piece.text);
        }
        return filled.toString();
    }

    /** The tree with every variable put in. Errors: {@link MissingVariable}. */
    static JsonNode fill(JsonNode tree, Variables variables) {
        var json = JsonMapper.shared();
        if (tree.isString()) {
            var pieces = pieces(tree.stringValue());
            return pieces.size() == 1 && pieces.get(0).variable
                    ? variables.value(pieces.get(0).text)
                    : json.getNodeFactory().stringNode(fill(tree.stringValue(), variables, value -> value));
        }
        if (tree.isArray()) {
            var list = json.createArrayNode();
            tree.forEach(item -> list.add(fill(item, variables)));
            return list;
        }
        if (tree.isObject()) {
            var object = json.createObjectNode();
            tree.properties().forEach(entry -> object.set(entry.getKey(), fill(entry.getValue(), variables)));
            return object;
        }
        return tree;
    }

    /** The names of the variables in a text. */
    static Set<String> names(String text) {
        var names = new TreeSet<String>();
        pieces(text).stream().filter(Piece::variable).forEach(piece -> names.add(piece.text));
        return names;
    }

    private static List<Piece> pieces(String text) {
        var pieces = new ArrayList<Piece>();
        int at = 0;
        while (at < text.length()) {
            int open = text.indexOf("${", at);
            int close = open < 0 ? -1 : text.indexOf('}', open);
            if (close < 0) {
                pieces.add(new Piece(text.substring(at), false));
                return pieces;
            }
            if (open > at) {
                pieces.add(new Piece(text.substring(at, open), false));
            }
            pieces.add(new Piece(text.substring(open + 2, close), true));
            at = close + 1;
        }
        return pieces;
    }
}

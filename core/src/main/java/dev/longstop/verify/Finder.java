package dev.longstop.verify;

import dev.longstop.contract.Locator;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Finds what a delivery says at a place. <i>Threads</i>: one. */
final class Finder {

    private final Request request;
    private final Supplier<@Nullable JsonNode> root;
    private final Supplier<byte[]> hash;
    private boolean repeated;

    /**
     * A finder in one event of a request.
     *
     * @param root the JSON of the event; null if there is none
     * @param hash SHA-256 of what the event says
     */
    Finder(Request request, Supplier<@Nullable JsonNode> root, Supplier<byte[]> hash) {
        this.request = request;
        this.root = root;
        this.hash = hash;
    }

    /** Whether a header or parameter that was looked for had been sent more than once: which one counts is unknown. */
    boolean repeated() {
        return repeated;
    }

    /** The first of some places that has a value; or an empty text. */
    String first(List<Locator> places) {
        for (var place : places) {
            var value = find(place);
            if (!value.isEmpty()) {
                return value;
            }
        }
        return "";
    }

    /** The value at a place, or an empty text: absent, empty and what is not a single value are the same. */
    String find(Locator place) {
        if (place instanceof Locator.InHeader header) {
            var sent = request.headers().all(header.name());
            repeated |= sent.size() > 1;
            return sent.size() == 1 ? Request.trim(sent.get(0)) : "";
        }
        if (place instanceof Locator.InJson json) {
            return inJson(json);
        }
        if (place instanceof Locator.InQuery query) {
            return inQuery(query.name());
        }
        if (place instanceof Locator.Joined joined) {
            return joined(joined.parts());
        }
        if (place instanceof Locator.Unless unless) {
            var value = find(unless.place());
            return value.equals(unless.word()) ? "" : value;
        }
        return place instanceof Locator.Constant constant
                ? constant.text()
                : HexFormat.of().formatHex(hash.get());
    }

    /** The exact bytes of a value that was found at a place. */
    static byte[] bytes(Locator place, String value) {
        if (place instanceof Locator.Unless unless) {
            return bytes(unless.place(), value);
        }
        return place instanceof Locator.InHeader ? headerBytes(value) : ExactBytes.of(value);
    }

    // The server reads headers as Latin-1, so that each byte is one character.
    private static byte[] headerBytes(String value) {
        return value.chars().allMatch(c -> c <= 0xff)
                ? value.getBytes(StandardCharsets.ISO_8859_1)
                : ExactBytes.of(value);
    }

    private String inJson(Locator.InJson place) {
        var tree = root.get();
        if (tree == null) {
            return "";
        }
        var node = place.path().find(tree);
        return node.isPresent() && node.get().isValueNode() && !node.get().isNull()
                ? node.get().asString()
                : "";
    }

    private String inQuery(String name) {
        var fields = Form.fields(request.query().getBytes(StandardCharsets.ISO_8859_1))
                .orElse(List.of());
        var named = fields.stream().filter(field -> field.is(name)).toList();
        repeated |= named.size() > 1;
        return named.size() == 1 ? named.get(0).text() : "";
    }

    private String joined(List<Locator> parts) {
        var joined = new StringBuilder();
        for (var part : parts) {
            var value = find(part);
            if (value.isEmpty()) {
                return "";
            }
            joined.append(joined.length() == 0 ? "" : ":").append(value);
        }
        return joined.toString();
    }
}

package dev.longstop.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The bytes that are signed: {@code {timestamp}.{body}}.
 *
 * <p><i>Shape</i>: text, and between braces {@code body timestamp id url method secret sha256hex_body crc32_body
 * sorted_form lit:nl} or a place such as {@code header:X}, {@code json:a.b}, {@code query:q}. <i>Bounds</i>: 64 parts.
 *
 * @param text as written
 * @param parts what it consists of, in order
 */
public record Template(String text, List<Part> parts) {

    private static final int PARTS_MAX = 64;

    public Template {
        parts = List.copyOf(parts);
    }

    /** One piece of what is signed. */
    public sealed interface Part {}

    /** The same text each time. */
    public record Text(String text) implements Part {}

    /** What the delivery says at a place. */
    public record At(Locator place) implements Part {}

    /** Something of the delivery as a whole. */
    public enum Word implements Part {
        /** The raw bytes of the body. */
        BODY,
        /** The text of the timestamp, as sent. */
        TIMESTAMP,
        /** What {@code id_from} names. */
        ID,
        /** The address under which the sender knows the source. */
        URL,
        /** The method of the request. */
        METHOD,
        /** The shared secret itself. */
        SECRET,
        /** SHA-256 of the body in hex. */
        SHA256HEX_BODY,
        /** CRC-32 of the body as a decimal number. */
        CRC32_BODY,
        /** The form's names and values, sorted by name, without separators. */
        SORTED_FORM
    }

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException if it is not one; the message says what is wrong
     */
    public static Template parse(String text) {
        var parts = new ArrayList<Part>();
        int at = 0;
        while (at < text.length()) {
            int open = text.indexOf('{', at);
            int end = open < 0 ? text.length() : open;
            if (end > at) {
                parts.add(new Text(text.substring(at, end)));
            }
            if (open < 0) {
                break;
            }
            int close = text.indexOf('}', open);
            if (close < 0) {
                throw new IllegalArgumentException("a brace is not closed");
            }
            parts.add(part(text.substring(open + 1, close)));
            at = close + 1;
        }
        if (parts.size() > PARTS_MAX) {
            throw new IllegalArgumentException("it has more than " + PARTS_MAX + " parts");
        }
        return new Template(text, parts);
    }

    private static Part part(String word) {
        if (word.equals("lit:nl")) {
            return new Text("\n");
        }
        if (word.startsWith("header:")) {
            return new At(
                    new Locator.InHeader(word.substring("header:".length()).toLowerCase(Locale.ROOT)));
        }
        if (word.startsWith("query:")) {
            return new At(new Locator.InQuery(word.substring("query:".length())));
        }
        if (word.startsWith("json:")) {
            return new At(new Locator.InJson(Path.parse(word)));
        }
        return Arrays.stream(Word.values())
                .filter(known -> known.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no {" + word + "}"));
    }

    /** Whether a word stands in it. */
    public boolean has(Word word) {
        return parts.contains(word);
    }

    /** Whether the body must be read before it is known whether anybody signed it. */
    public boolean readsBody() {
        return parts.stream()
                .anyMatch(part -> part instanceof At at && at.place().readsBody());
    }

    @Override
    public String toString() {
        return text;
    }
}

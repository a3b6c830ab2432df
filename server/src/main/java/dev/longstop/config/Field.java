package dev.longstop.config;

import dev.longstop.config.Node.Entries;
import dev.longstop.config.Node.Items;
import dev.longstop.config.Node.Scalar;
import dev.longstop.contract.Secret;
import dev.longstop.telemetry.Suggestion;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * One value of the file under the name by which people know it.
 *
 * <p>A value that is wrong is reported and reads as absent, so that reading goes on and one report has everything.
 */
final class Field {

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,62}");

    private final Reading reading;
    private final String path;
    private final Node node;
    private final Position keyAt;

    /** A value without a key of its own: an item of a list, or the whole file. */
    Field(Reading reading, String path, Node node) {
        this(reading, path, node, node.at());
    }

    private Field(Reading reading, String path, Node node, Position keyAt) {
        this.reading = reading;
        this.path = path;
        this.node = node;
        this.keyAt = keyAt;
    }

    /** The value of an entry of this mapping. */
    Field of(Node.Entry entry) {
        var name = (path.isEmpty() ? "" : path + ".") + Shown.key(entry.key());
        return new Field(reading, name, entry.value(), entry.at());
    }

    /**
     * A single value after {@code env:} and {@code file:}.
     *
     * @param text what it says
     * @param shown what a message may call it: itself in quotation marks, or where it came from
     * @param plain whether it may be a number or a truth value
     */
    record Word(String text, String shown, boolean plain) {}

    Reading reading() {
        return reading;
    }

    String path() {
        return path;
    }

    /** Where a report on it points: at a single value itself, at the key of a list or mapping. */
    private Position at() {
        return node instanceof Scalar scalar && !scalar.isNothing() ? node.at() : keyAt;
    }

    boolean isMapping() {
        return node instanceof Entries;
    }

    /** Whether this stands for a value elsewhere. */
    boolean isReference() {
        return node instanceof Scalar scalar && References.isReference(scalar.text());
    }

    void wrong(String message) {
        reading.problems().error(at(), path, message);
    }

    /** Reports the key rather than the value. */
    void wrongKey(String message) {
        reading.problems().error(keyAt, path, message);
    }

    void doubtful(String message) {
        reading.problems().warn(at(), path, message);
    }

    /** The single value that stands here or where this refers to. */
    Optional<Word> word(String expected) {
        if (!(node instanceof Scalar scalar) || scalar.isNothing()) {
            wrong("expected " + expected + ", found " + node.kind());
            return Optional.empty();
        }
        if (!References.isReference(scalar.text())) {
            return Optional.of(new Word(scalar.text(), Shown.quoted(scalar.text()), scalar.plain()));
        }
        return resolved(scalar.text())
                .map(value -> new Word(value.text(), "the value of " + Shown.text(scalar.text()), true));
    }

    private Optional<References.Value> resolved(String reference) {
        var found = reading.references().look(reference);
        if (found instanceof References.Value value) {
            return Optional.of(value);
        }
        wrong(((References.Missing) found).why());
        return Optional.empty();
    }

    /** Text that is not empty. */
    Optional<String> text(String expected) {
        return word(expected).map(Word::text).filter(text -> {
            if (text.isBlank()) {
                wrong("expected " + expected + ", found empty text");
            }
            return !text.isBlank();
        });
    }

    /** A secret: only by reference. Its name is the reference. */
    Optional<Secret> secret() {
        if (!(node instanceof Scalar scalar) || !References.isReference(scalar.text())) {
            wrong("secrets only as env:NAME or file:PATH, never in this file");
            return Optional.empty();
        }
        return resolved(scalar.text()).flatMap(value -> {
            value.warning().ifPresent(this::doubtful);
            if (value.text().isBlank()) {
                wrong(Shown.text(scalar.text()) + " holds nothing but white space");
                return Optional.empty();
            }
            return Optional.of(new Secret(scalar.text(), value.text(), Optional.empty()));
        });
    }

    /** What a reader makes of the single value here, with a report where it makes nothing of it. */
    <T> Optional<T> parsed(String expected, Function<String, Optional<T>> reader) {
        return word(expected).flatMap(word -> {
            var value = reader.apply(word.text());
            if (value.isEmpty()) {
                wrong("expected " + expected + ", not " + word.shown());
            }
            return value;
        });
    }

    /** A duration in milliseconds, within bounds. */
    Optional<Long> duration(long minMs, long maxMs) {
        return parsed(Quantities.DURATION, Quantities::duration)
                .filter(ms -> within(ms, minMs, maxMs, Quantities.shown(minMs), Quantities.shown(maxMs)));
    }

    /** A whole number, within bounds. */
    Optional<Integer> whole(int min, int max) {
        return parsed(
                        "a whole number",
                        text -> text.matches("-?[0-9]{1,9}") ? Optional.of(Integer.valueOf(text)) : Optional.empty())
                .filter(number -> within(number, min, max, String.valueOf(min), String.valueOf(max)));
    }

    /** A size in bytes, within bounds. */
    Optional<Integer> size(int min, int max) {
        return parsed(Quantities.SIZE, Quantities::size)
                .filter(bytes -> within(bytes, min, max, min + "B", max + "B"))
                .map(Long::intValue);
    }

    private boolean within(long value, long min, long max, String minShown, String maxShown) {
        if (value < min || value > max) {
            wrong("must be from " + minShown + " to " + maxShown);
            return false;
        }
        return true;
    }

    /** One of the words of an enum, written in lower case. */
    <E extends Enum<E>> Optional<E> choice(Class<E> type) {
        var words = new LinkedHashMap<String, E>();
        for (var constant : type.getEnumConstants()) {
            words.put(constant.name().toLowerCase(Locale.ROOT), constant);
        }
        var expected = "one of " + String.join(", ", words.keySet());
        return word(expected).flatMap(word -> {
            var value = Optional.ofNullable(words.get(word.text()));
            if (value.isEmpty()) {
                var near = Suggestion.of(word.text(), words.keySet()).map(w -> "; did you mean \"" + w + "\"?");
                wrong("expected " + expected + ", not " + word.shown() + near.orElse(""));
            }
            return value;
        });
    }

    /** An absolute http or https address without a password in it. */
    Optional<URI> url() {
        return parsed("an absolute URL that begins with https:// or http://", Field::url)
                .filter(url -> {
                    if (url.getRawUserInfo() != null) {
                        wrong("a URL must not hold a user or password");
                    }
                    return url.getRawUserInfo() == null;
                });
    }

    private static Optional<URI> url(String text) {
        try {
            var url = new URI(text);
            boolean web = "https".equals(url.getScheme()) || "http".equals(url.getScheme());
            boolean port = url.getPort() >= -1 && url.getPort() <= 65_535 && url.getPort() != 0;
            return web && port && url.getHost() != null ? Optional.of(url) : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** A name of this configuration that must stand among the known ones. */
    Optional<String> known(String what, Collection<String> known) {
        return text("the name of " + what).filter(name -> {
            if (!known.contains(name)) {
                wrong("there is no " + what.replaceFirst("^an? ", "") + " called " + Shown.quoted(name)
                        + KnownWords.hint(name, known, "there are"));
            }
            return known.contains(name);
        });
    }

    /** The values of a list; a single value is a list of one. */
    List<Field> list() {
        if (!(node instanceof Items items)) {
            return List.of(this);
        }
        var fields = new ArrayList<Field>();
        for (int i = 0; i < items.items().size(); i++) {
            fields.add(new Field(reading, path + "[" + i + "]", items.items().get(i)));
        }
        return fields;
    }

    /** The values of what must be written as a list, with at least one value. */
    List<Field> strictList(String expected) {
        if (node instanceof Items items && !items.items().isEmpty()) {
            return list();
        }
        wrong("expected " + expected + ", found " + (node instanceof Items ? "an empty list" : node.kind()));
        return List.of();
    }

    /** A mapping of the form. */
    Optional<Table> table(Section section) {
        return entries("a mapping").map(entries -> new Table(this, section, entries));
    }

    /** A mapping with free keys, in order. */
    Map<String, Field> free(String expected) {
        var fields = new LinkedHashMap<String, Field>();
        entries(expected).ifPresent(found -> found.entries().forEach(entry -> fields.put(entry.key(), of(entry))));
        return fields;
    }

    /** A mapping whose keys are names of the configuration; others are reported. */
    Map<String, Field> named() {
        var fields = free("a mapping of names");
        fields.entrySet().removeIf(entry -> {
            boolean bad = !NAME.matcher(entry.getKey()).matches();
            if (bad) {
                entry.getValue().wrongKey("a name has 1 to 63 of a-z 0-9 _ - and begins with a letter or digit");
            }
            return bad;
        });
        return fields;
    }

    private Optional<Entries> entries(String expected) {
        if (node instanceof Entries entries) {
            return Optional.of(entries);
        }
        wrong("expected " + expected + ", found " + node.kind());
        return Optional.empty();
    }

    /** The value as JSON would have it: text, {@code Long}, {@code Double}, {@code Boolean}. */
    Optional<Object> literal(String expected) {
        return word(expected).map(word -> word.plain() ? Literal.of(word.text()) : word.text());
    }

    /** Anything at all, with every reference in it followed. */
    Optional<Object> anything() {
        if (node instanceof Items) {
            return Optional.of(
                    list().stream().flatMap(item -> item.anything().stream()).toList());
        }
        if (node instanceof Entries) {
            var values = new LinkedHashMap<String, Object>();
            free("a mapping").forEach((key, value) -> value.anything().ifPresent(it -> values.put(key, it)));
            return Optional.of(Collections.unmodifiableMap(values));
        }
        return literal("a value");
    }
}

package dev.longstop.config;

import dev.longstop.config.Node.Entries;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A mapping of the form: its keys are known, or reported as unknown or not available yet. */
final class Table {

    private final Field field;
    private final Section section;
    private final Map<String, Field> fields = new LinkedHashMap<>();

    Table(Field field, Section section, Entries entries) {
        this.field = field;
        this.section = section;
        entries.entries().forEach(this::take);
    }

    private void take(Node.Entry entry) {
        var value = field.of(entry);
        var known = section.key(entry.key());
        if (known.isEmpty()) {
            var names = section.names().stream().sorted().toList();
            report(entry, value.path(), "unknown key" + KnownWords.hint(entry.key(), names, "known here"));
            return;
        }
        fields.put(entry.key(), value);
        if (field.reading().scope() == Reading.Scope.ACTING) {
            known.get().instead().ifPresent(instead -> report(entry, value.path(), "not available yet; " + instead));
        }
    }

    private void report(Node.Entry entry, String path, String message) {
        field.reading().problems().error(entry.at(), path, message);
    }

    /** The mapping itself as one value. */
    Field self() {
        return field;
    }

    /** The value of a key of the section; empty if the file does not have it. */
    Optional<Field> get(String key) {
        if (section.key(key).isEmpty()) {
            throw new IllegalStateException(section + " has no key " + key);
        }
        return Optional.ofNullable(fields.get(key));
    }

    /** The value of a key; reported if the file does not have it. */
    Optional<Field> required(String key) {
        var value = get(key);
        if (value.isEmpty()) {
            field.wrong("the key \"" + key + "\" is missing");
        }
        return value;
    }

    /** A duration in milliseconds. */
    long duration(String key, long fallbackMs, long minMs, long maxMs) {
        return get(key).flatMap(value -> value.duration(minMs, maxMs)).orElse(fallbackMs);
    }

    /** A whole number. */
    int whole(String key, int fallback, int min, int max) {
        return get(key).flatMap(value -> value.whole(min, max)).orElse(fallback);
    }

    /** One of the words of an enum. */
    <E extends Enum<E>> E choice(String key, E fallback) {
        return get(key).flatMap(value -> value.choice(fallback.getDeclaringClass()))
                .orElse(fallback);
    }

    /** The values of a key that holds one or several; none if the file does not have it. */
    List<Field> list(String key) {
        return get(key).map(Field::list).orElse(List.of());
    }

    /** Which of some keys stand in the file. */
    List<String> present(List<String> keys) {
        return keys.stream().filter(fields::containsKey).toList();
    }
}

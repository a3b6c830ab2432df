package dev.longstop.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** Reads every entry of a mapping of names; those that cannot be read are left out. */
final class Each {

    private Each() {}

    static <V> Map<String, V> of(Map<String, Field> fields, BiFunction<String, Field, Optional<V>> reader) {
        var values = new LinkedHashMap<String, V>();
        fields.forEach((name, field) -> reader.apply(name, field).ifPresent(value -> values.put(name, value)));
        return values;
    }
}

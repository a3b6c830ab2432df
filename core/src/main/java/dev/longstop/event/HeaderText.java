package dev.longstop.event;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Headers as they stand in a text column.
 *
 * <p><i>Shape</i>: a JSON object of name to values, every value safe text. <i>Bounds</i>: a value is cut at 8,192
 * characters.
 */
public final class HeaderText {

    private static final int VALUE_CHARS_MAX = 8_192;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final TypeReference<Map<String, List<String>>> SHAPE = new TypeReference<>() {};

    private HeaderText() {}

    /** The text of some headers. */
    public static String write(Headers headers) {
        if (headers.values().isEmpty()) {
            return "{}";
        }
        var safe = new LinkedHashMap<String, List<String>>();
        headers.values().forEach((name, values) -> safe.put(SafeText.of(name), safe(values)));
        return JSON.writeValueAsString(safe);
    }

    /** The headers of a text that {@link #write} made. */
    public static Headers read(String text) {
        return text.equals("{}") ? Headers.none() : new Headers(JSON.readValue(text, SHAPE));
    }

    private static List<String> safe(List<String> values) {
        return values.stream().map(value -> SafeText.of(value, VALUE_CHARS_MAX)).toList();
    }
}

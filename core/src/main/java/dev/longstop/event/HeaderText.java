package dev.longstop.event;

import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.type.TypeReference;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.databind.json.JsonMapper;

/**
 * Headers as they stand in a text column.
 *
 * <p><i>Shape</i>: a JSON object of name to values, every value safe text. <i>Bounds</i>: a value is cut at 8,192
 * characters.
 */
public final class HeaderText {

    private static final int VALUE_CHARS_MAX = 8_192;

    /** Event loops write these, one text for each delivery: each keeps its own buffers. */
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .recyclerPool(JsonRecyclerPools.threadLocalPool())
                    .build())
            .build();

    private static final TypeReference<Map<String, List<String>>> SHAPE = new TypeReference<>() {};

    private HeaderText() {}

    /** The text of some headers. */
    public static String write(Headers headers) {
        if (headers.values().isEmpty()) {
            return "{}";
        }
        var text = new StringWriter();
        try (var json = JSON.createGenerator(text)) {
            json.writeStartObject();
            headers.values().forEach((name, values) -> {
                json.writeArrayPropertyStart(SafeText.of(name));
                values.forEach(value -> json.writeString(SafeText.of(value, VALUE_CHARS_MAX)));
                json.writeEndArray();
            });
            json.writeEndObject();
        }
        return text.toString();
    }

    /** The headers of a text that {@link #write} made. */
    public static Headers read(String text) {
        return text.equals("{}") ? Headers.none() : new Headers(JSON.readValue(text, SHAPE));
    }
}

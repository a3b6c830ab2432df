package dev.longstop.platform;

import dev.longstop.contract.Path;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads values out of the documents that platforms send. */
final class Documents {

    /** Where the HTTP status of the answer stands in a document. */
    static final String HTTP = "$http";

    /** Where a body stands that is no object. */
    static final String BODY = "$body";

    private static final BigDecimal MILLISECONDS_FROM = BigDecimal.valueOf(100_000_000_000L);
    private static final JsonMapper JSON = JsonMapper.shared();

    private Documents() {}

    /** The document of an answer: its body, with the status beside; a body that is no object stands in one. */
    static ObjectNode of(byte[] body, int status) {
        var document = JSON.createObjectNode();
        try {
            var tree = body.length == 0 ? JSON.createObjectNode() : JSON.readTree(body);
            if (tree instanceof ObjectNode object) {
                document = object;
            } else {
                document.set(BODY, tree);
            }
        } catch (JacksonException notJson) {
            // An answer need not be JSON where its status says everything.
            document.put(BODY, new String(body, java.nio.charset.StandardCharsets.UTF_8));
        }
        if (!document.has(HTTP)) {
            document.put(HTTP, status);
        }
        return document;
    }

    /** A value that is there and not {@code null}. */
    static Optional<JsonNode> value(JsonNode document, Path path) {
        return path.find(document).filter(node -> !node.isNull() && !node.isMissingNode());
    }

    /** The first of some values that is there. */
    static Optional<JsonNode> first(JsonNode document, List<Path> paths) {
        return paths.stream().flatMap(path -> value(document, path).stream()).findFirst();
    }

    /** A value as text; objects and lists have none. */
    static Optional<String> text(JsonNode value) {
        return value.isContainer()
                ? Optional.empty()
                : Optional.of(value.asString()).filter(text -> !text.isEmpty());
    }

    /**
     * A number that orders: a number, a text of digits, or an instant in epoch milliseconds with its fraction; empty
     * if it is neither.
     */
    static Optional<BigDecimal> order(JsonNode value) {
        if (value.isNumber()) {
            return Optional.of(value.decimalValue());
        }
        var text = text(value).orElse("");
        if (text.matches("-?\\d{1,30}(\\.\\d{1,30})?")) {
            return Optional.of(new BigDecimal(text));
        }
        try {
            var instant = OffsetDateTime.parse(text).toInstant();
            return Optional.of(BigDecimal.valueOf(instant.getEpochSecond())
                    .add(BigDecimal.valueOf(instant.getNano(), 9))
                    .movePointRight(3));
        } catch (DateTimeException noInstant) {
            return Optional.empty();
        }
    }

    /** An instant in epoch milliseconds: an ISO 8601 text, or a number of seconds or milliseconds since the epoch. */
    static Optional<Long> instantMs(JsonNode value) {
        boolean digits = value.isNumber() || text(value).orElse("").matches("\\d{1,15}(\\.\\d{1,9})?");
        return order(value)
                .filter(number -> number.signum() > 0)
                .map(number -> digits && number.compareTo(MILLISECONDS_FROM) < 0 ? number.movePointRight(3) : number)
                .map(BigDecimal::longValue);
    }
}

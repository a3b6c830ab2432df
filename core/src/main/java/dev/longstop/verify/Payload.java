package dev.longstop.verify;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Path;
import dev.longstop.verify.Document.Content;
import dev.longstop.verify.Document.Tree;
import dev.longstop.verify.Document.Unreadable;
import dev.longstop.verify.Extraction.Defect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * How the bodies of a source become the JSON of its events.
 *
 * <p><i>Bounds</i>: JSON of at most {@link #DEPTH_MAX} levels and {@link #TOKENS_MAX} parts; a form of at most
 * {@link Form#FIELDS_MAX} fields.
 *
 * @param formJsonField the form's field that holds the JSON; a form without it is read as an object of its fields
 * @param items the list of events, where a delivery carries several
 */
public record Payload(Optional<String> formJsonField, Optional<Path> items) {

    /** No payload nests deeper. */
    public static final int DEPTH_MAX = 100;
    /** No payload has more values, names and brackets in all: what they would take as objects in memory is bounded. */
    public static final int TOKENS_MAX = 2_000_000;

    private static final int TEXT_LENGTH_MAX = 64 * 1024 * 1024;
    private static final String FORM = "application/x-www-form-urlencoded";

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEPTH_MAX)
                            .maxTokenCount(TOKENS_MAX)
                            .maxStringLength(TEXT_LENGTH_MAX)
                            .build())
                    // Few threads read, again and again: each keeps its own buffers, and none waits for another.
                    .recyclerPool(JsonRecyclerPools.threadLocalPool())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** As a contract says. */
    public static Payload of(Contract contract) {
        return new Payload(contract.formJsonField(), contract.batch().map(batch -> batch.items()));
    }

    /** What a body says. */
    Content read(byte[] body, String contentType) {
        if (!isForm(contentType)) {
            return parse(body);
        }
        var fields = Form.fields(body);
        if (fields.isEmpty()) {
            return new Unreadable(Defect.NOT_A_FORM);
        }
        var json = formJsonField
                .map(name ->
                        fields.get().stream().filter(field -> field.is(name)).toList())
                .orElse(List.of());
        return switch (json.size()) {
            case 0 -> new Tree(object(fields.get()));
            case 1 -> parse(json.get(0).value());
            default -> new Unreadable(Defect.NOT_A_FORM);
        };
    }

    /**
     * The bytes that an agent is handed for one event of a delivery.
     *
     * @param contentType the body's media type as sent, or empty
     * @param item which event of the delivery, from 0
     * @return the body as it is, but unpacked, where it is one event's JSON, and where it cannot be read
     */
    public byte[] bytes(byte[] stored, String contentType, int item) {
        var body = unpacked(stored);
        if (items.isEmpty() && !isForm(contentType)) {
            return body;
        }
        if (!(read(body, contentType) instanceof Tree tree)) {
            return body;
        }
        var event = items.flatMap(path -> path.find(tree.root()))
                .flatMap(list -> Optional.ofNullable(list.get(item)))
                .orElse(tree.root());
        return event.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The JSON of a delivery as it is stored; empty where it cannot be read. An empty body says nothing. */
    Optional<JsonNode> root(byte[] stored, String contentType) {
        if (stored.length == 0) {
            return Optional.of(JsonNodeFactory.instance.objectNode());
        }
        return read(unpacked(stored), contentType) instanceof Tree tree ? Optional.of(tree.root()) : Optional.empty();
    }

    // Only what says that it is packed is taken in packed, so that what begins so is.
    private static byte[] unpacked(byte[] stored) {
        return Gzip.isPacked(stored) && Gzip.unpack(stored, TEXT_LENGTH_MAX) instanceof Gzip.Bytes plain
                ? plain.bytes()
                : stored;
    }

    private static Content parse(byte[] json) {
        try {
            var node = JSON.readTree(json);
            return node.isMissingNode() ? new Unreadable(Defect.NOT_JSON) : new Tree(node);
        } catch (JacksonException notJson) {
            return new Unreadable(Defect.NOT_JSON);
        }
    }

    // A name that is there several times has all its values; as the place of an identity it counts as absent then.
    private static JsonNode object(List<Form.Field> fields) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (var field : fields) {
            var before = object.get(field.nameText());
            if (before == null) {
                object.put(field.nameText(), field.text());
            } else if (before.isArray()) {
                before.asArray().add(field.text());
            } else {
                object.putArray(field.nameText()).add(before).add(field.text());
            }
        }
        return object;
    }

    private static boolean isForm(String type) {
        return type.regionMatches(true, 0, FORM, 0, FORM.length())
                && (type.length() == FORM.length() || ";, \t".indexOf(type.charAt(FORM.length())) >= 0);
    }
}

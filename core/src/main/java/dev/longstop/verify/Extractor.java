package dev.longstop.verify;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Contract.InHeader;
import dev.longstop.contract.Contract.InJson;
import dev.longstop.contract.Contract.Joined;
import dev.longstop.contract.Contract.Locator;
import dev.longstop.event.EventId;
import dev.longstop.event.SafeText;
import dev.longstop.verify.Extraction.Defect;
import dev.longstop.verify.Extraction.Extracted;
import dev.longstop.verify.Extraction.Unusable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads what a delivery says, once it is verified.
 *
 * <p><i>Bounds</i>: JSON of at most {@link #DEPTH_MAX} levels and {@link #TOKENS_MAX} parts; an identity of at most
 * {@link #ID_BYTES_MAX} bytes. <i>Source</i>: design section 3, "Identity".
 */
public final class Extractor {

    /** No payload nests deeper. */
    public static final int DEPTH_MAX = 100;
    /** No payload has more values, names and brackets in all: what they would take as objects in memory is bounded. */
    public static final int TOKENS_MAX = 2_000_000;
    /** No identity is longer. */
    public static final int ID_BYTES_MAX = 8_192;

    private static final int WORD_MAX = 255;
    private static final int TEXT_LENGTH_MAX = 64 * 1024 * 1024;

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEPTH_MAX)
                            .maxTokenCount(TOKENS_MAX)
                            .maxStringLength(TEXT_LENGTH_MAX)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final Contract contract;
    private final Request request;
    private final JsonNode payload;
    private boolean repeatedHeader;

    private Extractor(Contract contract, Request request, JsonNode payload) {
        this.contract = contract;
        this.request = request;
        this.payload = payload;
    }

    /**
     * What a verified request says.
     *
     * @param bodyHash SHA-256 of the body: the identity where the contract names none
     */
    public static Extraction extract(Contract contract, Request request, byte[] bodyHash) {
        if (request.body().length == 0) {
            return new Unusable(Defect.EMPTY_BODY);
        }
        if (!request.headers().all("content-encoding").stream().allMatch("identity"::equalsIgnoreCase)) {
            return new Unusable(Defect.ENCODED_BODY);
        }
        var type = request.only("content-type").orElse("");
        var json = Payload.json(request.body(), type, contract.formJsonField());
        if (json.isEmpty()) {
            return new Unusable(Defect.NOT_A_FORM);
        }
        var payload = parse(json.get());
        return payload == null
                ? new Unusable(Defect.NOT_JSON)
                : new Extractor(contract, request, payload).extract(bodyHash);
    }

    private static @Nullable JsonNode parse(byte[] json) {
        try {
            var node = JSON.readTree(json);
            return node.isMissingNode() ? null : node;
        } catch (JacksonException notJson) {
            return null;
        }
    }

    private Extraction extract(byte[] bodyHash) {
        var id = contract.eventId().isEmpty() ? Optional.of(EventId.ofBody(bodyHash)) : senderId();
        var type = word(contract.eventType());
        if (repeatedHeader) {
            return new Unusable(Defect.REPEATED_HEADER);
        }
        if (id.isEmpty()) {
            return new Unusable(Defect.NO_EVENT_ID);
        }
        if (id.get().raw().map(raw -> raw.length > ID_BYTES_MAX).orElse(false)) {
            return new Unusable(Defect.LONG_EVENT_ID);
        }
        return new Extracted(
                id.get(),
                type,
                word(contract.action()),
                first(contract.subject()).map(text -> SafeText.of(text, WORD_MAX)),
                first(contract.sender()),
                payload);
    }

    private Optional<EventId> senderId() {
        for (var locator : contract.eventId()) {
            var value = find(locator);
            if (!value.isEmpty()) {
                var bytes = locator instanceof InHeader
                        ? value.getBytes(StandardCharsets.ISO_8859_1)
                        : ExactBytes.of(value);
                return Optional.of(EventId.ofSender(bytes));
            }
        }
        return Optional.empty();
    }

    private String word(List<Locator> locators) {
        return SafeText.of(first(locators).orElse(""), WORD_MAX);
    }

    private Optional<String> first(List<Locator> locators) {
        for (var locator : locators) {
            var value = find(locator);
            if (!value.isEmpty()) {
                return Optional.of(value);
            }
        }
        return Optional.empty();
    }

    /** The value at a place, or an empty text: absent, empty and what is not a single value are the same. */
    private String find(Locator locator) {
        if (locator instanceof InHeader header) {
            var sent = request.headers().all(header.name());
            repeatedHeader |= sent.size() > 1;
            return sent.size() == 1 ? Request.trim(sent.get(0)) : "";
        }
        if (locator instanceof InJson json) {
            var node = json.path().find(payload);
            return node.isPresent() && node.get().isValueNode() && !node.get().isNull()
                    ? node.get().asString()
                    : "";
        }
        var joined = new StringBuilder();
        for (var part : ((Joined) locator).parts()) {
            var value = find(part);
            if (value.isEmpty()) {
                return "";
            }
            joined.append(joined.length() == 0 ? "" : ":").append(value);
        }
        return joined.toString();
    }
}

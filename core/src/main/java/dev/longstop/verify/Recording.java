package dev.longstop.verify;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Secret;
import dev.longstop.event.EventId;
import dev.longstop.event.Headers;
import dev.longstop.verify.Extraction.Events;
import dev.longstop.verify.Verdict.Verified;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Recorded deliveries of one sender, each with what has to be decided: a file of {@code sender} and {@code cases}.
 *
 * <p><i>Shape</i> of a case: {@code name}; {@code class}, {@code must} or {@code may}; {@code secret} and
 * {@code public_key}, one or several; {@code headers}; {@code body} or {@code body_base64}; {@code method} and
 * {@code url}; {@code now_unix}, the clock; {@code expect}, {@code accept} or {@code reject}; and where it matters
 * {@code event_id event_type action auth_variant expect_claims}.
 *
 * @param sender whose deliveries they are
 * @param contract the contract that the file itself brings, if it does
 * @param cases the deliveries
 */
public record Recording(String sender, Optional<JsonNode> contract, List<Case> cases) {

    /** Cases that are decided otherwise than recorded, by name, with the reason. */
    private static final Map<String, String> OTHERWISE = otherwise();

    public Recording {
        cases = List.copyOf(cases);
    }

    /**
     * A recording's text as cases.
     *
     * @throws IllegalArgumentException if it is not one; the message says what is missing
     */
    public static Recording read(byte[] json) {
        JsonNode root;
        try {
            root = JsonMapper.shared().readTree(json);
        } catch (JacksonException notJson) {
            throw new IllegalArgumentException("it is not JSON: " + notJson.getOriginalMessage(), notJson);
        }
        if (!root.path("cases").isArray()) {
            throw new IllegalArgumentException("it has no list \"cases\"");
        }
        var cases = new ArrayList<Case>();
        for (var node : root.get("cases")) {
            cases.add(new Case(node));
        }
        return new Recording(root.path("sender").asString(""), Optional.ofNullable(root.get("contract")), cases);
    }

    private static Map<String, String> otherwise() {
        try (var stream = Recording.class.getResourceAsStream("/recordings/otherwise.json")) {
            return JsonMapper.shared().readValue(Objects.requireNonNull(stream), new TypeReference<>() {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One recorded delivery. */
    public record Case(JsonNode data) {

        /** What it is called. */
        public String name() {
            return data.path("name").asString("unnamed");
        }

        /** Whether every receiver has to decide so; otherwise it is a matter of policy. */
        public boolean must() {
            return !data.path("class").asString("must").equals("may");
        }

        /** Whether it is the sender's. */
        public boolean accepted() {
            return data.path("expect").asString("accept").equals("accept");
        }

        /** The receiver's clock. */
        public long wallMs() {
            return data.path("now_unix").asLong(0) * 1_000;
        }

        /** The raw bytes. */
        public byte[] body() {
            var base64 = data.path("body_base64");
            return base64.isString()
                    ? Base64.getDecoder().decode(base64.stringValue())
                    : data.path("body").asString("").getBytes(StandardCharsets.UTF_8);
        }

        /** The headers; a list means that one was sent several times. */
        public Headers headers() {
            var values = new TreeMap<String, List<String>>();
            data.path("headers").forEachEntry((name, value) -> values.put(name, texts(value)));
            return new Headers(values);
        }

        /** The request as it was sent. */
        public Request request() {
            var url = data.path("url").asString("");
            int mark = url.indexOf('?');
            return new Request(
                    data.path("method").asString("POST"),
                    mark < 0 ? "" : url.substring(mark + 1),
                    headers()::all,
                    body());
        }

        /** What the receiver is configured with. */
        public Trust trust() {
            var claims = new LinkedHashMap<String, List<String>>();
            data.path("expect_claims").forEachEntry((name, value) -> claims.put(name, texts(value)));
            var proof = data.path("auth_variant").asString("");
            return new Trust(
                    keys("secret"),
                    keys("public_key"),
                    Optional.of(data.path("url").asString("")),
                    claims,
                    proof.isEmpty() ? List.of() : List.of(proof),
                    Optional.empty());
        }

        private List<Secret> keys(String member) {
            var keys = new ArrayList<Secret>();
            for (var text : texts(data.path(member))) {
                // As when it is loaded: an empty one is refused there.
                if (!text.isBlank()) {
                    keys.add(new Secret(member + "-" + keys.size(), text, Optional.empty()));
                }
            }
            return keys;
        }

        private static List<String> texts(JsonNode node) {
            if (node.isArray()) {
                return node.values().stream().map(JsonNode::asString).toList();
            }
            return node.isNull() || node.isMissingNode() ? List.of() : List.of(node.asString());
        }

        /** Why it is decided otherwise than recorded, on purpose; only matters of policy are. */
        public Optional<String> otherwise() {
            return must() ? Optional.empty() : Optional.ofNullable(OTHERWISE.get(name()));
        }

        /**
         * What a contract makes of it otherwise than recorded.
         *
         * @return empty if everything is decided as recorded
         */
        public Optional<String> difference(Contract contract) {
            var signed = Gzip.signed(contract, request(), contract.bodyBytesMax());
            if (signed instanceof Gzip.Packed packed) {
                return accepted()
                        ? Optional.of(
                                "is not what was signed: " + packed.defect().word())
                        : Optional.empty();
            }
            var request = ((Gzip.Signed) signed).request();
            var document = Document.of(contract, request);
            var verdict = Verifier.of(contract, trust()).verify(request, document, wallMs());
            boolean verified = verdict instanceof Verified;
            if (verified != accepted()) {
                return Optional.of(
                        verified
                                ? "is accepted"
                                : "is rejected as "
                                        + ((Verdict.Rejected) verdict).reason().word());
            }
            return verified && !expected().isEmpty()
                    ? difference(Extractor.extract(contract, request, document, EventId.sha256(request.body())))
                    : Optional.empty();
        }

        private Map<String, String> expected() {
            var expected = new LinkedHashMap<String, String>();
            for (var member : List.of("event_id", "event_type", "action")) {
                if (data.path(member).isString()) {
                    expected.put(member, data.path(member).stringValue());
                }
            }
            return expected;
        }

        private Optional<String> difference(Extraction extraction) {
            if (!(extraction instanceof Events events)) {
                return Optional.of("carries no event: " + extraction);
            }
            var event = events.events().get(0);
            var found = Map.of("event_id", event.id().text(), "event_type", event.type(), "action", event.action());
            return expected().entrySet().stream()
                    .filter(wanted -> !wanted.getValue().equals(found.get(wanted.getKey())))
                    .findFirst()
                    .map(wanted -> "has the " + wanted.getKey() + " \"" + found.get(wanted.getKey()) + "\", not \""
                            + wanted.getValue() + "\"");
        }

        @Override
        public String toString() {
            return name();
        }
    }
}

package dev.longstop.verify;

import dev.longstop.contract.Secret;
import dev.longstop.event.Headers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The recorded deliveries of a sender: {@code senders/<name>.json}. */
final class SenderVectors {

    /** One recorded delivery, and what has to be decided. */
    record Case(String name, boolean must, JsonNode data) {

        boolean accepted() {
            return data.get("expect").stringValue().equals("accept");
        }

        long wallMs() {
            return data.get("now_unix").longValue() * 1_000;
        }

        byte[] body() {
            var base64 = data.get("body_base64");
            return base64 != null
                    ? Base64.getDecoder().decode(base64.stringValue())
                    : data.get("body").stringValue().getBytes(StandardCharsets.UTF_8);
        }

        Headers headers() {
            var values = new TreeMap<String, List<String>>();
            data.get("headers").forEachEntry((name, value) -> values.put(name, texts(value)));
            return new Headers(values);
        }

        List<Secret> secrets() {
            var secrets = new ArrayList<Secret>();
            for (var secret : texts(data.get("secret"))) {
                secrets.add(new Secret("secret-" + secrets.size(), secret, Optional.empty()));
            }
            return secrets;
        }

        Optional<String> expected(String field) {
            return Optional.ofNullable(data.get(field))
                    .filter(JsonNode::isString)
                    .map(JsonNode::stringValue);
        }

        @Override
        public String toString() {
            return name;
        }

        private static List<String> texts(JsonNode node) {
            return node.isArray()
                    ? node.values().stream().map(JsonNode::stringValue).toList()
                    : List.of(node.stringValue());
        }
    }

    private SenderVectors() {}

    static Stream<Case> of(String sender) {
        try (var stream = SenderVectors.class.getResourceAsStream("/senders/" + sender + ".json")) {
            var root = JsonMapper.shared().readTree(Objects.requireNonNull(stream));
            return root.get("cases").values().stream()
                    .map(data -> new Case(
                            data.get("name").stringValue(),
                            data.get("class").stringValue().equals("must"),
                            data));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

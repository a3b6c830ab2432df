package dev.longstop.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every recorded delivery of a sender, posted byte for byte to the listening server (R2 to R4, C1, C4, C9). What has to
 * be refused gets 401, or 400 where it is not even HTTP, and never reaches the inbox.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SenderVectorsIngressTest {

    private final Door door = new Door();

    static Stream<JsonNode> cases() {
        var file = Path.of("../core/src/test/resources/senders/github.json");
        try {
            return JsonMapper.shared().readTree(Files.readAllBytes(file)).get("cases").values().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeAll
    void theDoorListens() {
        assertThat(door.ingress.open()).isTrue();
    }

    @AfterAll
    void close() {
        door.close();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theServerDecidesAsRecorded(JsonNode recorded) {
        door.accepted.clear();
        door.ingress.replace(
                Map.of("hub", Door.source("hub", texts(recorded.get("secret")).toArray(String[]::new))));
        int status;
        try (var wire = door.wire()) {
            status = wire.send(request(recorded)).reply().status();
        }

        var name = recorded.get("name").stringValue();
        boolean trimmedSecret = name.equals("secret_with_trailing_newline"); // a "may" case: trimmed when loaded
        if (recorded.get("expect").stringValue().equals("reject") && !trimmedSecret) {
            assertThat(status).isEqualTo(name.equals("null_byte_signature") ? 400 : 401);
            assertThat(door.accepted).isEmpty();
        } else if (recorded.path("event_id").isString() || trimmedSecret) {
            assertThat(status).isEqualTo(200);
            assertThat(door.accepted).hasSize(1);
            var item = door.accepted.get(0).items().get(0);
            assertThat(item.id().text())
                    .isEqualTo(recorded.path("event_id").asString(item.id().text()));
            assertThat(door.accepted.get(0).delivery().body()).isEqualTo(body(recorded));
        } else {
            // Authentic; some of them carry no event at all, and those are unusable.
            assertThat(status).isIn(200, 400);
        }
    }

    private static byte[] request(JsonNode recorded) {
        var head = new StringBuilder("POST /in/hub HTTP/1.1\r\nHost: door\r\n");
        recorded.get("headers")
                .forEachEntry((name, values) -> texts(values)
                        .forEach(value ->
                                head.append(name).append(": ").append(value).append("\r\n")));
        var body = body(recorded);
        head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        var request = new ByteArrayOutputStream();
        request.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        request.writeBytes(body);
        return request.toByteArray();
    }

    private static byte[] body(JsonNode recorded) {
        var base64 = recorded.get("body_base64");
        return base64 != null
                ? Base64.getDecoder().decode(base64.stringValue())
                : recorded.get("body").stringValue().getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> texts(JsonNode node) {
        return node.isArray()
                ? node.values().stream().map(JsonNode::stringValue).toList()
                : List.of(node.stringValue());
    }
}

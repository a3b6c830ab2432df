package dev.longstop.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.verification.FakeTime;
import dev.longstop.verify.Recording;
import dev.longstop.verify.Recording.Case;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every recorded delivery of some senders, posted byte for byte to the listening server at its own clock (R2 to R4, C1,
 * C4, C9, D1, D2). What has to be refused gets 401, or 400 where it is not even HTTP, and never reaches the inbox.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SenderVectorsIngressTest {

    private final FakeTime time = FakeTime.create();
    private final Door door = new Door(settings -> settings, time);

    @BeforeAll
    void theDoorListens() {
        assertThat(door.ingress.open()).isTrue();
    }

    @AfterAll
    void close() {
        door.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"github", "stripe", "slack", "openai", "anthropic", "standard-webhooks", "agent-callback"})
    void theServerDecidesAsRecorded(String sender) {
        var recording = recording(sender);
        assertThat(recording.cases()).isNotEmpty();
        for (var recorded : recording.cases()) {
            decided(sender, recorded);
        }
    }

    private static Recording recording(String sender) {
        try {
            return Recording.read(
                    Files.readAllBytes(Path.of("../core/src/test/resources/senders/" + sender + ".json")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void decided(String sender, Case recorded) {
        time.jumpWall(recorded.wallMs() - time.wallMs());
        door.accepted.clear();
        door.ingress.replace(Map.of(sender, Door.of(sender, recorded.trust())));
        int status;
        try (var wire = door.wire()) {
            status = wire.send(request(sender, recorded)).reply().status();
        }
        boolean trimmed = recorded.otherwise().isPresent(); // line ends of the secret, a matter of policy
        if (!recorded.accepted() && !trimmed) {
            assertThat(status).as(recorded.name()).isEqualTo(recorded.name().equals("null_byte_signature") ? 400 : 401);
            assertThat(door.accepted).as(recorded.name()).isEmpty();
        } else if (recorded.data().path("event_id").isString()) {
            assertThat(status).as(recorded.name()).isEqualTo(200);
            assertThat(door.accepted).as(recorded.name()).hasSize(1);
            var acceptance = door.accepted.get(0);
            assertThat(acceptance.items().get(0).id().text())
                    .isEqualTo(recorded.data().path("event_id").stringValue());
            assertThat(acceptance.delivery().body()).isEqualTo(recorded.body());
        } else {
            // Authentic; some of them carry no event at all, and those are unusable.
            assertThat(status).as(recorded.name()).isIn(200, 400);
        }
    }

    private static byte[] request(String sender, Case recorded) {
        var query = recorded.request().query();
        var head = new StringBuilder("POST /in/" + sender + (query.isEmpty() ? "" : "?" + query));
        head.append(" HTTP/1.1\r\nHost: door\r\n");
        recorded.data().path("headers").forEachEntry((name, values) -> {
            if (values.isArray()) {
                values.forEach(value ->
                        head.append(name).append(": ").append(value.asString()).append("\r\n"));
            } else {
                head.append(name).append(": ").append(values.asString()).append("\r\n");
            }
        });
        var body = recorded.body();
        head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        var request = new ByteArrayOutputStream();
        request.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        request.writeBytes(body);
        return request.toByteArray();
    }
}

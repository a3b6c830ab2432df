package dev.longstop.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Deliveries are whole requests, signed over the body that they carry. */
class DeliveriesTest {

    @ParameterizedTest
    @ValueSource(ints = {Deliveries.BYTES_MIN, 1_024, 200_000})
    void eachIsAWholeRequestOfItsOwn(int bytes) {
        var deliveries = new Deliveries(bytes, 7);
        var bodies = new HashSet<String>();
        for (long number = 0; number < 3; number++) {
            var request = new String(deliveries.next(), StandardCharsets.ISO_8859_1);
            int end = request.indexOf("\r\n\r\n");
            var head = request.substring(0, end + 2);
            var body = request.substring(end + 4);
            assertThat(body.getBytes(StandardCharsets.ISO_8859_1)).hasSize(bytes);
            assertThat(head)
                    .startsWith("POST /in/github HTTP/1.1\r\n")
                    .contains("Content-Length: " + bytes + "\r\n")
                    .contains("X-GitHub-Delivery: " + Deliveries.id(number, 7) + "\r\n")
                    .contains("X-Hub-Signature-256: sha256=" + signature(body) + "\r\n");
            assertThat(JsonMapper.shared()
                            .readTree(body)
                            .path("issue")
                            .path("number")
                            .asInt(0))
                    .isBetween(1_000, 2_999);
            bodies.add(body);
        }
        assertThat(bodies).hasSize(3);
    }

    private static String signature(String body) {
        return HexFormat.of().formatHex(Deliveries.mac().doFinal(body.getBytes(StandardCharsets.ISO_8859_1)));
    }

    @Test
    void anIdTellsItsNumber() {
        for (long number : new long[] {0, 1, 4_711, 5_000_000}) {
            assertThat(Deliveries.number(Deliveries.id(number, 65_535), 65_535)).isEqualTo(OptionalLong.of(number));
            assertThat(Deliveries.number(Deliveries.id(number, 65_535), 1)).isEmpty();
        }
    }
}

package dev.longstop.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StandardWebhooksTest {

    /** The example of the specification's own libraries. */
    @Test
    void thePublishedExampleIsSignedAsPublished() {
        var headers = StandardWebhooks.sign(
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                1_614_265_330_000L,
                "{\"test\": 2432232314}".getBytes(UTF_8));

        assertThat(headers.only("webhook-id")).contains("msg_p5jXN8AQM9LWM0D4loKWxJek");
        assertThat(headers.only("webhook-timestamp")).contains("1614265330");
        assertThat(headers.only("webhook-signature")).contains("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    /** A secret that is no Base64, or does not say that it is, counts as it stands. */
    @Test
    void aPlainSecretIsItsOwnBytes() {
        var plain = StandardWebhooks.sign("c2VjcmV0", "id", 1_000, new byte[0]);
        var encoded = StandardWebhooks.sign("whsec_c2VjcmV0", "id", 1_000, new byte[0]);
        var decoded = StandardWebhooks.sign("secret", "id", 1_000, new byte[0]);
        var broken = StandardWebhooks.sign("whsec_!", "id", 1_000, new byte[0]);

        assertThat(encoded).isEqualTo(decoded).isNotEqualTo(plain);
        assertThat(broken).isNotEqualTo(encoded).isNotEqualTo(plain);
    }
}

package dev.longstop.blackbox;

import com.slack.api.app_backend.SlackSignature;
import com.stripe.net.Webhook;
import java.security.GeneralSecurityException;
import java.util.Map;

/** Senders' own libraries, as they sign what they send. */
enum RealClient {
    /** The reference library of Standard Webhooks. */
    STANDARD_WEBHOOKS {
        @Override
        Map<String, String> headers(String secret, long second, String body) throws Exception {
            var signature = new com.standardwebhooks.Webhook(secret).sign("msg_1", second, body);
            return Map.of(
                    "webhook-id", "msg_1", "webhook-timestamp", String.valueOf(second), "webhook-signature", signature);
        }
    },
    /** The library of Svix, under the names that its senders use. */
    SVIX {
        @Override
        Map<String, String> headers(String secret, long second, String body) throws Exception {
            var signature = new com.svix.Webhook(secret).sign("msg_2", second, body);
            return Map.of("svix-id", "msg_2", "svix-timestamp", String.valueOf(second), "svix-signature", signature);
        }
    },
    /** Stripe's. */
    STRIPE {
        @Override
        Map<String, String> headers(String secret, long second, String body) throws GeneralSecurityException {
            var signature = Webhook.Util.computeHmacSha256(secret, second + "." + body);
            return Map.of("Stripe-Signature", "t=" + second + ",v1=" + signature);
        }
    },
    /** Slack's. */
    SLACK {
        @Override
        Map<String, String> headers(String secret, long second, String body) {
            var stamp = String.valueOf(second);
            var signature = new SlackSignature.Generator(secret).generate(stamp, body);
            return Map.of("X-Slack-Request-Timestamp", stamp, "X-Slack-Signature", signature);
        }
    };

    /** What its library puts into the headers of a request at a second of the clock. */
    abstract Map<String, String> headers(String secret, long second, String body) throws Exception;
}

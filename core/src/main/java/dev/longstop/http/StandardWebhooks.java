package dev.longstop.http;

import dev.longstop.event.Headers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs what we send, so that the other side knows that it is ours.
 *
 * <p><i>Shape</i>: {@code webhook-id}, {@code webhook-timestamp} in seconds, and {@code webhook-signature: v1,} with
 * the Base64 of the HMAC-SHA256 of {@code id.timestamp.body}. A secret of the form {@code whsec_} and Base64 stands for
 * the bytes that it encodes, any other for its own. <i>Source</i>: standardwebhooks.com, specification 1.0.
 */
public final class StandardWebhooks {

    private static final String ENCODED = "whsec_";

    private StandardWebhooks() {}

    /**
     * The headers of a signed request.
     *
     * @param id what the other side knows a repetition by
     * @param wallMs now, in epoch milliseconds of the wall clock
     */
    public static Headers sign(String secret, String id, long wallMs, byte[] body) {
        long seconds = Math.floorDiv(wallMs, 1_000L);
        var signed = (id + "." + seconds + ".").getBytes(StandardCharsets.UTF_8);
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key(secret), "HmacSHA256"));
            mac.update(signed);
            var signature = Base64.getEncoder().encodeToString(mac.doFinal(body));
            return Headers.of(
                    "webhook-id",
                    id,
                    "webhook-timestamp",
                    Long.toString(seconds),
                    "webhook-signature",
                    "v1," + signature);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HMAC-SHA256", e);
        }
    }

    private static byte[] key(String secret) {
        return decoded(secret).orElseGet(() -> secret.getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<byte[]> decoded(String secret) {
        if (!secret.startsWith(ENCODED)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Base64.getDecoder().decode(secret.substring(ENCODED.length())))
                    .filter(bytes -> bytes.length > 0);
        } catch (IllegalArgumentException notEncoded) {
            return Optional.empty();
        }
    }
}

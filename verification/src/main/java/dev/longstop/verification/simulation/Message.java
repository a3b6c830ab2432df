package dev.longstop.verification.simulation;

import dev.longstop.event.EventId;
import dev.longstop.event.Headers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A request as a sender of GitHub's kind posts it, again and again if need be.
 *
 * @param label what it is called in traces
 * @param id the delivery's id, as a header can carry it
 * @param headers all headers, the signature among them
 * @param body the raw bytes
 * @param authentic whether the one who signed knows the secret
 */
record Message(String label, String id, Headers headers, byte[] body, boolean authentic) {

    /** What happened, and everything about it. */
    record Said(String type, String json) {}

    /** Signs and packs a request. */
    static Message of(String label, String id, Said said, String secret, boolean authentic) {
        var body = said.json().getBytes(StandardCharsets.UTF_8);
        var headers = Headers.of(
                "X-GitHub-Delivery",
                id,
                "X-GitHub-Event",
                said.type(),
                "Content-Type",
                "application/json",
                "X-Hub-Signature-256",
                "sha256=" + signature(secret, body));
        return new Message(label, id, headers, body, authentic);
    }

    private static String signature(String secret, byte[] body) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HMAC-SHA256", e);
        }
    }

    /** The same as one of its posts arrives: something on the way names each request anew, as proxies do. */
    Message posted(int post) {
        var all = new TreeMap<>(headers.values());
        all.put("x-request-id", List.of(label.replace(' ', '-') + "-" + post));
        return new Message(label, id, new Headers(all), body, authentic);
    }

    /** SHA-256 of the body in hex. */
    String hash() {
        return HexFormat.of().formatHex(EventId.sha256(body));
    }

    @Override
    public String toString() {
        return label;
    }
}

package dev.longstop.blackbox;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A delivery as GitHub sends it, signed here and not by the program's own code. <i>Source</i>: docs.github.com,
 * "Validating webhook deliveries".
 */
record Github(String source, String id, String type, byte[] body, String signature) {

    /** An opened issue with a body of its own. */
    static Github issue(String id) {
        return signed(id, "issues", "{\"action\":\"opened\",\"issue\":{\"number\":1,\"title\":\"" + id + "\"}}");
    }

    /** An opened issue of a repository: what has a lane. */
    static Github issue(String id, String repository, int number) {
        return signed(
                id,
                "issues",
                "{\"action\":\"opened\",\"issue\":{\"number\":" + number + ",\"title\":\"" + id
                        + "\"},\"repository\":{\"full_name\":\"" + repository + "\"}}");
    }

    /** A delivery that is signed with the right secret. */
    static Github signed(String id, String type, String body) {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        return new Github("github", id, type, bytes, "sha256=" + hmac(Installation.SECRET, bytes));
    }

    /** The same signed with a secret. */
    Github by(String secret) {
        return new Github(source, id, type, body, "sha256=" + hmac(secret, body));
    }

    /** The same under another id: what is signed does not cover it. */
    Github under(String other) {
        return new Github(source, other, type, body, signature);
    }

    /** The same with a signature that another secret made. */
    Github forged() {
        return new Github(source, id, type, body, "sha256=" + hmac("another secret", body));
    }

    Map<String, String> headers() {
        var headers = new LinkedHashMap<String, String>();
        headers.put("Content-Type", "application/json");
        headers.put("X-GitHub-Event", type);
        headers.put("X-GitHub-Delivery", id);
        headers.put("X-Hub-Signature-256", signature);
        headers.put("User-Agent", "GitHub-Hookshot/044aadd");
        return headers;
    }

    private static String hmac(String secret, byte[] body) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}

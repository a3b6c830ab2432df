package dev.longstop.bench;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes signed GitHub deliveries, each with an id and a body of its own, as whole HTTP/1.1 requests.
 *
 * <p><i>Threads</i>: one at a time.
 */
final class Deliveries {

    /** The secret that signs all of them. */
    static final String SECRET = "bench-secret-not-for-use-elsewhere";

    private final byte[] body;
    private final int idAt;
    private final String head;
    private final Mac mac = mac();
    private final String prefix;
    private long count;

    /**
     * @param bodyBytes the size of every body, at least 200
     * @param path where they are posted, such as {@code /in/github}
     * @param prefix what every id starts with: different for every maker of one store
     */
    Deliveries(int bodyBytes, String path, String prefix) {
        this.prefix = prefix;
        var start = "{\"action\":\"opened\",\"id\":\"";
        var middle = "\",\"issue\":{\"number\":1347,\"title\":\"It stops at the boundary\"},\"filler\":\"";
        int filler = bodyBytes - start.length() - 16 - middle.length() - 2;
        body = (start + "0".repeat(16) + middle + "x".repeat(filler) + "\"}").getBytes(StandardCharsets.UTF_8);
        idAt = start.length();
        head = "POST " + path
                + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-GitHub-Event: issues\r\n"
                + "Content-Length: " + body.length + "\r\n";
    }

    /** The next delivery, ready for a socket. */
    Buffer next() {
        var number = HexFormat.of().toHexDigits(count++);
        for (int i = 0; i < 16; i++) {
            body[idAt + i] = (byte) number.charAt(i);
        }
        var signature = HexFormat.of().formatHex(mac.doFinal(body));
        var request = Buffer.buffer(head.length() + body.length + 200);
        request.appendString(head)
                .appendString("X-GitHub-Delivery: ")
                .appendString(prefix)
                .appendString(number)
                .appendString("\r\nX-Hub-Signature-256: sha256=")
                .appendString(signature)
                .appendString("\r\n\r\n")
                .appendBytes(body);
        return request;
    }

    /** A fresh HMAC over the secret. */
    static Mac mac() {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }
}

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
 * <p>Ids are version 1 UUIDs, as GitHub's are: the low bits of the time come first. The deliveries are about
 * {@value #ISSUES} issues of one repository, so that runs have lanes.
 *
 * <p><i>Threads</i>: one at a time.
 */
final class Deliveries {

    /** The secret that signs all of them. */
    static final String SECRET = "bench-secret-not-for-use-elsewhere";

    private static final int ISSUES = 2_000;
    private static final int FIRST_ISSUE = 1_000;

    private final byte[] body;
    private final int idAt;
    private final int issueAt;
    private final String head;
    private final Mac mac = mac();
    private final int maker;
    private long count;

    /**
     * @param bodyBytes the size of every body, at least 250
     * @param path where they are posted, such as {@code /in/github}
     * @param maker different for every maker of one store
     */
    Deliveries(int bodyBytes, String path, int maker) {
        this.maker = maker;
        var start = "{\"action\":\"opened\",\"id\":\"";
        var issue = "\",\"repository\":{\"full_name\":\"acme/shop\"},\"issue\":{\"number\":";
        var middle = FIRST_ISSUE + ",\"title\":\"It stops at the boundary\"},\"filler\":\"";
        idAt = start.length();
        issueAt = idAt + 16 + issue.length();
        int filler = bodyBytes - issueAt - middle.length() - 2;
        body = (start + "0".repeat(16) + issue + middle + "x".repeat(filler) + "\"}").getBytes(StandardCharsets.UTF_8);
        head = "POST " + path
                + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-GitHub-Event: issues\r\n"
                + "Content-Length: " + body.length + "\r\n";
    }

    /** The next delivery, ready for a socket. */
    Buffer next() {
        long number = (count++ << 16) + maker;
        put(idAt, HexFormat.of().toHexDigits(number));
        // A multiplier that is prime to the number of issues visits each of them in turn.
        put(issueAt, Long.toString(FIRST_ISSUE + (number * 7_919) % ISSUES));
        var signature = HexFormat.of().formatHex(mac.doFinal(body));
        var request = Buffer.buffer(head.length() + body.length + 200);
        request.appendString(head)
                .appendString("X-GitHub-Delivery: ")
                .appendString(id())
                .appendString("\r\nX-Hub-Signature-256: sha256=")
                .appendString(signature)
                .appendString("\r\n\r\n")
                .appendBytes(body);
        return request;
    }

    private void put(int at, String digits) {
        for (int i = 0; i < digits.length(); i++) {
            body[at + i] = (byte) digits.charAt(i);
        }
    }

    /** The time in its ticks of 100 ns, then what sets this maker and delivery apart from all others. */
    private String id() {
        var digits = HexFormat.of();
        int timeLow = (int) (System.nanoTime() / 100);
        return digits.toHexDigits(timeLow) + "-cc78-11f0-" + digits.toHexDigits((short) maker) + "-"
                + digits.toHexDigits(count, 12);
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

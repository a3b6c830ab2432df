package dev.longstop.measure;

import dev.longstop.proof.Site;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.OptionalLong;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes signed GitHub deliveries, each with an id and a body of its own, as whole HTTP/1.1 requests.
 *
 * <p>Ids are version 1 UUIDs in form, as GitHub's are: the low bits of a time come first. The deliveries are about
 * {@value #ISSUES} issues of one repository, so that runs have lanes.
 *
 * <p><i>Threads</i>: one at a time.
 */
public final class Deliveries {

    /** The smallest body that holds what a delivery has to say, in bytes. */
    public static final int BYTES_MIN = 250;

    /** The secret that signs all of them. */
    public static final String SECRET = Site.SECRET;

    private static final int ISSUES = 2_000;
    private static final int FIRST_ISSUE = 1_000;
    private static final int DIGITS = 16;

    /** How far the time in an id moves from one delivery to the next: half a millisecond, in its units of 100 ns. */
    private static final int TICKS = 5_000;

    private static final String ID = "00000000-cc78-11f0-0000-000000000000";
    private static final int COUNT_AT = 24;

    private final byte[] request;
    private final int idAt;
    private final int signatureAt;
    private final int bodyAt;
    private final int numberAt;
    private final int issueAt;
    private final Mac mac = mac();
    private final int maker;
    private long count;

    /**
     * Deliveries that nobody else makes.
     *
     * @param bodyBytes the size of every body, at least {@value #BYTES_MIN}
     * @param maker different for every maker of one store, 0 to 65,535
     */
    public Deliveries(int bodyBytes, int maker) {
        this.maker = maker;
        var first = "{\"action\":\"opened\",\"id\":\"";
        var second = "\",\"repository\":{\"full_name\":\"acme/shop\"},\"issue\":{\"number\":";
        var third = FIRST_ISSUE + ",\"title\":\"It stops at the boundary\"},\"filler\":\"";
        var text = first + "0".repeat(DIGITS) + second + third;
        var body = text + "x".repeat(bodyBytes - text.length() - 2) + "\"}";
        var head = "POST /in/github HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "X-GitHub-Event: issues\r\nContent-Length: " + bodyBytes + "\r\nX-GitHub-Delivery: ";
        var signature = "\r\nX-Hub-Signature-256: sha256=";
        idAt = head.length();
        signatureAt = idAt + ID.length() + signature.length();
        bodyAt = signatureAt + 2 * mac.getMacLength() + 4;
        numberAt = bodyAt + first.length();
        issueAt = numberAt + DIGITS + second.length();
        request = (head + ID + signature + "0".repeat(2 * mac.getMacLength()) + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    /** How many there were; the next one has this number. */
    long count() {
        return count;
    }

    /** The next delivery, ready for a socket. */
    public byte[] next() {
        long number = (count << 16) + maker;
        put(numberAt, HexFormat.of().toHexDigits(number));
        // A multiplier that is prime to the number of issues visits each of them in turn.
        put(issueAt, Long.toString(FIRST_ISSUE + (number * 7_919) % ISSUES));
        mac.update(request, bodyAt, request.length - bodyAt);
        put(signatureAt, HexFormat.of().formatHex(mac.doFinal()));
        put(idAt, id(count, maker));
        count++;
        return request.clone();
    }

    private void put(int at, String text) {
        for (int i = 0; i < text.length(); i++) {
            request[at + i] = (byte) text.charAt(i);
        }
    }

    /** The id of a maker's delivery of this number. */
    static String id(long number, int maker) {
        var digits = HexFormat.of();
        return digits.toHexDigits((int) (number * TICKS)) + ID.substring(8, 19) + digits.toHexDigits((short) maker)
                + "-" + digits.toHexDigits(number, 12);
    }

    /** The number of a maker's delivery with this id; empty if it is not one of them. */
    static OptionalLong number(String id, int maker) {
        if (!id.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")) {
            return OptionalLong.empty();
        }
        long number = HexFormat.fromHexDigitsToLong(id, COUNT_AT, id.length());
        return id(number, maker).equals(id) ? OptionalLong.of(number) : OptionalLong.empty();
    }

    /** A fresh HMAC over the secret. */
    public static Mac mac() {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }
}

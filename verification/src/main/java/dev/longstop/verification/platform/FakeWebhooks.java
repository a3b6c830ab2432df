package dev.longstop.verification.platform;

import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller;
import dev.longstop.http.HttpCaller.Answered;
import dev.longstop.http.HttpCaller.Request;
import dev.longstop.http.StandardWebhooks;
import dev.longstop.time.Randomness;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a fake platform sends by itself: recorded bodies about its jobs, signed as its data say, and what may happen to
 * them on their way: dropped, repeated, out of order, late.
 *
 * <p><i>Threads</i>: one at a time.
 */
public final class FakeWebhooks {

    private static final String HEADER = "header:";
    private static final long DEADLINE_MS = 30_000;
    private static final int ANSWER_BYTES_MAX = 64 * 1024;

    private final FakePlatform platform;
    private final JsonNode verifier;
    private final String idHeader;
    private final String secret;
    private List<Delivery> waiting = new ArrayList<>();
    private List<Delivery> late = new ArrayList<>();
    private int announced;

    /** What a platform sends; its signatures are made with a secret. */
    public FakeWebhooks(FakePlatform platform, String secret) {
        this.platform = platform;
        this.secret = secret;
        var webhook = platform.recording().path("platform").path("webhook");
        verifier = webhook.path("verifier");
        var id = webhook.path("deliveryId").asString("");
        idHeader = id.startsWith(HEADER) ? id.substring(HEADER.length()) : "";
    }

    /** A delivery, signed. */
    public record Delivery(Headers headers, byte[] body) {}

    /**
     * Has something to be sent.
     *
     * @param sample the recorded webhook
     * @param wallMs when it is sent, in epoch milliseconds of the wall clock
     */
    public FakeWebhooks announce(String sample, String jobId, long wallMs) {
        var recorded = platform.recording()
                .path("samples")
                .path("webhooks")
                .path(sample)
                .path("headers");
        var headers = new TreeMap<String, List<String>>();
        recorded.properties()
                .forEach(entry -> headers.put(
                        entry.getKey().toLowerCase(Locale.ROOT),
                        List.of(entry.getValue().asString(""))));
        var id = sample + "-" + jobId + "-" + announced++;
        var body = named(platform.webhook(sample, jobId), jobId, id);
        headers.putIfAbsent("content-type", List.of("application/json"));
        if (!idHeader.isEmpty()) {
            headers.put(idHeader, List.of(id));
        }
        headers.putAll(signed(id, wallMs, body));
        waiting.add(new Delivery(new Headers(headers), body));
        return this;
    }

    /** An event that has an id of its own has another than every other. */
    private static byte[] named(byte[] body, String jobId, String id) {
        var event = (ObjectNode) JsonMapper.shared().readTree(body);
        var own = event.path("id");
        if (own.isString() && !own.stringValue().equals(jobId)) {
            event.put("id", id);
        }
        return event.toString().getBytes(StandardCharsets.UTF_8);
    }

    private Map<String, List<String>> signed(String id, long wallMs, byte[] body) {
        return switch (verifier.path("scheme").asString("")) {
            case "standard-webhooks" ->
                StandardWebhooks.sign(secret, id, wallMs, body).values();
            case "hmac-sha256-hex" ->
                Map.of(
                        verifier.path("header").asString(""),
                        List.of(verifier.path("prefix").asString("") + hmac(body)));
            default -> throw new IllegalStateException("nobody here signs as this platform does");
        };
    }

    private String hmac(byte[] body) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HMAC-SHA256", e);
        }
    }

    /** Drops so many of a hundred, by chance. */
    public FakeWebhooks drop(int percent, Randomness chance) {
        waiting.removeIf(delivery -> chance.below(100) < percent);
        return this;
    }

    /** Sends each so many times. */
    public FakeWebhooks repeat(int times) {
        var all = new ArrayList<Delivery>();
        waiting.forEach(delivery -> all.addAll(Collections.nCopies(times, delivery)));
        waiting = all;
        return this;
    }

    /** Puts them in any order. */
    public FakeWebhooks shuffle(Randomness chance) {
        for (int i = waiting.size() - 1; i > 0; i--) {
            Collections.swap(waiting, i, (int) chance.below(i + 1L));
        }
        return this;
    }

    /** Keeps so many of a hundred back until the time after next, by chance. */
    public FakeWebhooks delay(int percent, Randomness chance) {
        var now = new ArrayList<Delivery>();
        for (var delivery : waiting) {
            (chance.below(100) < percent ? late : now).add(delivery);
        }
        waiting = now;
        return this;
    }

    /** What is to be sent now; what was late is to be sent next. */
    public List<Delivery> take() {
        var now = List.copyOf(waiting);
        waiting = late;
        late = new ArrayList<>();
        return now;
    }

    /** Sends what is to be sent now; gives how many of them were not answered with success. */
    public int post(URI door, HttpCaller caller) {
        int refused = 0;
        for (var delivery : take()) {
            var request = new Request(
                    "POST", door, delivery.headers(), delivery.body(), DEADLINE_MS, ANSWER_BYTES_MAX, false);
            boolean taken = caller.call(request) instanceof Answered answered && answered.status() / 100 == 2;
            refused += taken ? 0 : 1;
        }
        return refused;
    }
}

package dev.longstop.proof;

import dev.longstop.event.Headers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.json.JsonMapper;

/**
 * Deliveries as GitHub sends them, signed here and not by what verifies them. <i>Source</i>: docs.github.com,
 * "Validating webhook deliveries".
 */
final class Letters {

    /** How many issues take turns: enough that lanes fill, few enough that each gets several deliveries. */
    private static final int ISSUES = 300;

    /** Of so many deliveries one starts a command and one a job; the others start a service. */
    private static final int OF = 10;

    private static final JsonMapper JSON = JsonMapper.shared();

    private Letters() {}

    /** What an event starts. */
    enum Starts {
        SERVICE("issues", "opened", "issue"),
        COMMAND("issues", "closed", "issue"),
        JOB("pull_request", "opened", "pull_request"),
        RESPONSE("pull_request", "reopened", "pull_request"),
        PREDICTION("pull_request", "synchronize", "pull_request"),
        SESSION("pull_request", "ready_for_review", "pull_request");

        private final String type;
        private final String action;
        private final String subject;

        Starts(String type, String action, String subject) {
            this.type = type;
            this.action = action;
            this.subject = subject;
        }

        /** The event as a rule names it. */
        String event() {
            return type + "." + action;
        }

        /** What the delivery with this number starts. */
        static Starts of(int number) {
            return switch (number % OF) {
                case 0 -> JOB;
                case 1 -> COMMAND;
                default -> SERVICE;
            };
        }
    }

    /** What is posted. */
    record Letter(String id, Headers headers, byte[] body) {}

    /** The delivery with this number; no two are alike. */
    static Letter letter(String id, int number, Starts starts) {
        var payload = JSON.createObjectNode().put("action", starts.action);
        payload.putObject(starts.subject)
                .put("number", starts.subject.equals("pull_request") ? 1_000_000 + number : number % ISSUES)
                .put("title", id);
        payload.putObject("repository").put("full_name", "acme/shop");
        var body = payload.toString().getBytes(StandardCharsets.UTF_8);
        var headers = Headers.of(
                "Content-Type",
                "application/json",
                "X-GitHub-Event",
                starts.type,
                "X-GitHub-Delivery",
                id,
                "X-Hub-Signature-256",
                "sha256=" + hmac(body));
        return new Letter(id, headers, body);
    }

    /** The event that a service was asked to work on. */
    static String eventOf(String body) {
        return JSON.readTree(body).path("issue").path("title").asString("");
    }

    private static String hmac(byte[] body) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Site.SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HMAC-SHA256", e);
        }
    }
}

package dev.longstop.ingress;

import dev.longstop.contract.Answers.Fixed;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import java.util.Map;

/**
 * An answer to a caller. What is refused is told the same whatever the reason was (C15), and nothing that is stored is
 * ever told (A27).
 *
 * @param status its status
 * @param body its body; one of no bytes goes without a media type
 * @param contentType the body's media type
 * @param headers further headers
 */
record Answer(int status, Buffer body, CharSequence contentType, Map<CharSequence, CharSequence> headers) {

    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
    private static final CharSequence RETRY_AFTER = HttpHeaders.createOptimized("retry-after");
    private static final CharSequence TYPE_OPTIONS = HttpHeaders.createOptimized("x-content-type-options");
    private static final CharSequence VERDICT = HttpHeaders.createOptimized("longstop-status");
    private static final int NO_CONTENT = 204;

    static final Answer OK = of(200, "{\"status\":\"ok\"}");
    static final Answer TAKEN = of(200, "{\"status\":\"accepted\"}");
    static final Answer LATE = of(200, "{\"status\":\"duplicate\"}");
    static final Answer BAD_REQUEST = of(400, "{\"status\":\"bad_request\"}");
    static final Answer NOT_FOUND = of(404, "{\"status\":\"not_found\"}");
    static final Answer TIMEOUT = of(408, "{\"status\":\"timeout\"}");
    static final Answer TOO_LARGE = of(413, "{\"status\":\"too_large\"}");
    static final Answer LONG_LINE = of(414, "{\"status\":\"bad_request\"}");
    static final Answer EXPECTATION = of(417, "{\"status\":\"bad_request\"}");
    static final Answer LARGE_HEADERS = of(431, "{\"status\":\"bad_request\"}");
    static final Answer OVERLOADED = retry(503, "overloaded", 5);
    static final Answer UNAVAILABLE = retry(503, "unavailable", 30);
    static final Answer STOPPING = retry(503, "stopping", 5);

    private static Answer of(int status, String body) {
        return new Answer(status, Buffer.buffer(body), JSON, Map.of());
    }

    static Answer retry(int status, String word, int seconds) {
        return new Answer(
                status,
                Buffer.buffer("{\"status\":\"" + word + "\"}"),
                JSON,
                Map.of(RETRY_AFTER, String.valueOf(seconds)));
    }

    static Answer unauthenticated(int status) {
        return of(status, "{\"status\":\"unauthenticated\"}");
    }

    static Answer notAllowed(String allow) {
        return new Answer(
                405, Buffer.buffer("{\"status\":\"method_not_allowed\"}"), JSON, Map.of(HttpHeaders.ALLOW, allow));
    }

    /** An authentic delivery cannot be used: its sender is told what is wrong with it. */
    static Answer unusable(String reason) {
        return of(400, "{\"status\":\"unusable\",\"reason\":\"" + reason + "\"}");
    }

    /** An answer that a contract wrote, or a stranger's words that a handshake wants back: no browser runs them. */
    static Answer fixed(Fixed fixed) {
        return of(fixed.status(), fixed, TYPE_OPTIONS, "nosniff");
    }

    /** What became of a delivery, in the words that its sender wants to hear; ours stand in a header. */
    static Answer inItsWords(int status, Fixed fixed, String verdict) {
        return of(status, fixed, VERDICT, verdict);
    }

    private static Answer of(int status, Fixed fixed, CharSequence header, String value) {
        return new Answer(status, Buffer.buffer(fixed.body().orElse("")), fixed.contentType(), Map.of(header, value));
    }

    /**
     * What became of an event. All words but the id are ours, and an id is printable ASCII.
     *
     * @param reason why nothing is started, or an empty text
     */
    static Answer event(int status, String verdict, String source, String id, String reason) {
        var body = new StringBuilder(64 + id.length())
                .append("{\"status\":\"")
                .append(verdict)
                .append("\",\"event\":\"")
                .append(source)
                .append('/');
        for (int i = 0; i < id.length(); i++) {
            char c = id.charAt(i);
            body.append(c == '"' || c == '\\' ? "\\" : "").append(c);
        }
        body.append('"');
        if (!reason.isEmpty()) {
            body.append(",\"reason\":\"").append(reason).append('"');
        }
        return of(status, body.append('}').toString());
    }

    /** What became of the events of one delivery, taken together. */
    static Answer events(int status, String verdict, int count) {
        return of(status, "{\"status\":\"" + verdict + "\",\"events\":" + count + "}");
    }

    /** Writes it, and says that the connection ends after it where that is so. */
    void send(HttpServerResponse response, boolean close) {
        response.setStatusCode(status);
        headers.forEach(response::putHeader);
        if (close) {
            response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
        if (body.length() == 0 || status == NO_CONTENT) {
            response.end();
        } else {
            response.putHeader(HttpHeaders.CONTENT_TYPE, contentType).end(body);
        }
    }
}

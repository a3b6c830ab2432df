package dev.longstop.ingress;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import java.util.Map;

/**
 * An answer to a caller. What is refused is told the same whatever the reason was (C15), and nothing that is stored is
 * ever told (A27).
 *
 * @param headers besides the media type
 */
record Answer(int status, Buffer body, Map<CharSequence, CharSequence> headers) {

    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

    static final Answer OK = of(200, "{\"status\":\"ok\"}");
    static final Answer TAKEN = of(200, "{\"status\":\"accepted\"}");
    static final Answer LATE = of(200, "{\"status\":\"duplicate\"}");
    static final Answer BAD_REQUEST = of(400, "{\"status\":\"bad_request\"}");
    static final Answer UNAUTHENTICATED = of(401, "{\"status\":\"unauthenticated\"}");
    static final Answer NOT_FOUND = of(404, "{\"status\":\"not_found\"}");
    static final Answer TIMEOUT = of(408, "{\"status\":\"timeout\"}");
    static final Answer TOO_LARGE = of(413, "{\"status\":\"too_large\"}");
    static final Answer LONG_LINE = of(414, "{\"status\":\"bad_request\"}");
    static final Answer EXPECTATION = of(417, "{\"status\":\"bad_request\"}");
    static final Answer LARGE_HEADERS = of(431, "{\"status\":\"bad_request\"}");
    static final Answer OVERLOADED = retry("{\"status\":\"overloaded\"}", "5");
    static final Answer UNAVAILABLE = retry("{\"status\":\"unavailable\"}", "30");
    static final Answer STOPPING = retry("{\"status\":\"stopping\"}", "5");

    private static Answer of(int status, String body) {
        return new Answer(status, Buffer.buffer(body), Map.of());
    }

    private static Answer retry(String body, String seconds) {
        return new Answer(503, Buffer.buffer(body), Map.of(HttpHeaders.createOptimized("retry-after"), seconds));
    }

    static Answer notAllowed(String allow) {
        return new Answer(405, Buffer.buffer("{\"status\":\"method_not_allowed\"}"), Map.of(HttpHeaders.ALLOW, allow));
    }

    /** An authentic delivery cannot be used: its sender is told what is wrong with it. */
    static Answer unusable(String reason) {
        return of(400, "{\"status\":\"unusable\",\"reason\":\"" + reason + "\"}");
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

    /** Writes it, and says that the connection ends after it where that is so. */
    void send(HttpServerResponse response, boolean close) {
        response.setStatusCode(status).putHeader(HttpHeaders.CONTENT_TYPE, JSON);
        headers.forEach(response::putHeader);
        if (close) {
            response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
        response.end(body);
    }
}

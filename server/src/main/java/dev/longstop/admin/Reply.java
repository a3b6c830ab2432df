package dev.longstop.admin;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * An answer of the admin API.
 *
 * @param headers besides the media type
 */
record Reply(int status, String mediaType, byte[] body, Map<String, String> headers) {

    static Reply json(JsonNode json) {
        return json(200, json);
    }

    static Reply json(int status, JsonNode json) {
        return new Reply(status, "application/json", JsonMapper.shared().writeValueAsBytes(json), Map.of());
    }

    static Reply text(String mediaType, String text) {
        return new Reply(200, mediaType, text.getBytes(StandardCharsets.UTF_8), Map.of());
    }

    /** An error as RFC 9457 has it. */
    static Reply problem(int status, String detail) {
        return problem(status, detail, JsonMapper.shared().createObjectNode());
    }

    /** An error with further members, such as a {@code code} that has a page. */
    static Reply problem(int status, String detail, ObjectNode members) {
        var problem = JsonMapper.shared()
                .createObjectNode()
                .put("type", "about:blank")
                .put("title", HttpResponseStatus.valueOf(status).reasonPhrase())
                .put("status", status)
                .put("detail", detail);
        problem.setAll(members);
        return new Reply(
                status,
                "application/problem+json",
                JsonMapper.shared().writeValueAsBytes(problem),
                status == 401 ? Map.of("WWW-Authenticate", "Bearer") : Map.of());
    }

    static Reply notFound(String what) {
        return problem(404, "there is no " + what);
    }

    Reply with(String header, String value) {
        return new Reply(status, mediaType, body, Map.of(header, value));
    }
}

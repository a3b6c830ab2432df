package dev.longstop.verification.platform;

import java.util.Optional;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * How a platform's jobs are launched, as its data say: by which request, where our key stands in it, and whether the
 * platform knows a repetition by it. Pure.
 */
final class FakeLaunch {

    private static final String VARIABLE = "${jobKey}";

    private final FakePath path;
    private final JsonNode form;
    private final String kind;

    FakeLaunch(JsonNode form) {
        this.form = form;
        path = FakePath.of(form);
        kind = form.path("idempotency").path("kind").asString("none");
    }

    /** A request that launches: its path, what it says in the header that takes keys, its body. */
    record Request(String path, Optional<String> keyHeader, String body) {}

    /** Whether a path is a launch's. */
    boolean is(String request) {
        return path.is(request);
    }

    /** Whether the same key is the same job; where that is not so, or only may be, a repetition is one more job. */
    boolean keyed() {
        var strength = form.path("idempotency").path("strength").asString("");
        return !kind.equals("none") && !strength.equals("MAY");
    }

    /** The header that takes the key; empty where none does. */
    Optional<String> header() {
        return kind.equals("header")
                ? Optional.of(form.path("idempotency").path("name").asString(""))
                : Optional.empty();
    }

    /**
     * The key of a launch: what the platform knows a repetition by, else what was planted for us to find again; empty
     * where it takes none, and where none was given.
     */
    String key(Request request) {
        return request.keyHeader
                .or(() -> path.key(request.path))
                .or(() -> planted(form.path("body"), "", request.body))
                .orElse("");
    }

    private static Optional<String> planted(JsonNode part, String at, String body) {
        if (part.isString()) {
            var form = part.stringValue();
            return form.contains(VARIABLE)
                    ? FakePath.inBody(form).key(text(body, JsonPointer.compile(at)))
                    : Optional.empty();
        }
        return part.propertyStream()
                .flatMap(member -> planted(member.getValue(), at + "/" + member.getKey(), body).stream())
                .findFirst();
    }

    /** The text at a place of a body; empty where there is none. */
    static String text(String body, JsonPointer at) {
        return JsonMapper.shared().readTree(body).at(at).asString("");
    }
}

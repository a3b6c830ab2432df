package dev.longstop.agent;

import dev.longstop.queue.Ending;
import dev.longstop.queue.Ending.Report;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an agent says in its callback: {@code {"state": "succeeded", "result": ...}}.
 *
 * <p><i>Shape</i>: {@code state} is {@code succeeded}, {@code failed} (no attempt would change that) or {@code retry},
 * with {@code retry_after} in seconds where it likes; {@code result} is a text, or any JSON, which is kept as its text.
 */
public final class CallbackBody {

    private static final long RETRY_AFTER_MAX_S = 86_400;

    private CallbackBody() {}

    /** How the work ended; empty if the body does not say so. */
    public static Optional<Ending> read(byte[] body) {
        try {
            var json = JsonMapper.shared().readTree(body);
            return json == null || !json.isObject() ? Optional.empty() : read(json);
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
    }

    private static Optional<Ending> read(JsonNode json) {
        var state = json.path("state").stringValue("").toLowerCase(Locale.ROOT);
        var report = new Report("callback: " + state, OptionalInt.empty(), result(json.path("result")), false);
        return switch (state) {
            case "succeeded", "done" -> Optional.of(new Ending.Done(report));
            case "failed", "dead" -> Optional.of(new Ending.Dead(report));
            case "retry" -> Optional.of(new Ending.Retry(report, retryAfterMs(json.path("retry_after"))));
            default -> Optional.empty();
        };
    }

    private static String result(JsonNode result) {
        if (result.isMissingNode() || result.isNull()) {
            return "";
        }
        return result.isString() ? result.stringValue() : result.toString();
    }

    private static Optional<Long> retryAfterMs(JsonNode seconds) {
        return seconds.isNumber()
                ? Optional.of(1_000 * Math.min(RETRY_AFTER_MAX_S, Math.max(0, (long) seconds.doubleValue())))
                : Optional.empty();
    }
}

package dev.longstop.effect;

import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller;
import dev.longstop.http.HttpCaller.Answered;
import dev.longstop.http.HttpCaller.Failed;
import dev.longstop.http.HttpCaller.Request;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Looks for a message whose metadata carry an effect's key in its channel or thread, and understands Slack's answers,
 * which are 200 whatever they say.
 *
 * <p><i>Source</i>: api.slack.com, "chat.postMessage", "conversations.history", "conversations.replies": newest first,
 * {@code response_metadata.next_cursor} where there are more.
 */
public final class SlackSearch implements MarkedDeed.Search {

    /** The type under which a message's metadata hold the key. */
    static final String EVENT_TYPE = "longstop_effect";

    private static final int PAGES_MAX = 20;
    private static final int PAGE = 200;
    private static final int ANSWER_BYTES_MAX = 16 * 1024 * 1024;
    private static final Set<String> LATER = Set.of(
            "ratelimited", "rate_limited", "fatal_error", "internal_error", "service_unavailable", "request_timeout");

    private final HttpCaller http;
    private final String base;
    private final Headers login;
    private final long timeoutMs;

    /**
     * A search over a caller.
     *
     * @param base the address of the API, without a slash at its end
     * @param login the headers that log in
     * @param timeoutMs the bound of one exchange, in milliseconds
     */
    public SlackSearch(HttpCaller http, String base, Headers login, long timeoutMs) {
        this.http = http;
        this.base = base;
        this.login = login;
        this.timeoutMs = timeoutMs;
    }

    @Override
    public MarkedDeed.Found look(Effect effect) {
        var message = json(effect.seed().request().body());
        var cursor = "";
        for (int page = 0; page < PAGES_MAX; page++) {
            var answer = http.call(
                    new Request("GET", uri(message, cursor), login, new byte[0], timeoutMs, ANSWER_BYTES_MAX, false));
            if (answer instanceof Failed failed) {
                return new MarkedDeed.NotNow(failed.why());
            }
            var answered = (Answered) answer;
            var said = json(answered.body());
            if (answered.status() != 200 || !said.path("ok").asBoolean(false)) {
                return refused(answered.status(), said.path("error").asString(""));
            }
            if (!said.path("messages").isArray()) {
                return new MarkedDeed.NeverTold("the list of messages cannot be read");
            }
            for (var one : said.path("messages")) {
                var payload = one.path("metadata").path("event_payload");
                if (payload.path("key").asString("").equals(effect.seed().idempotencyKey())) {
                    return new MarkedDeed.There(new EffectEnding.Answer(
                            200, "found: " + one.path("ts").asString("")));
                }
            }
            cursor = said.path("response_metadata").path("next_cursor").asString("");
            if (cursor.isEmpty()) {
                return new MarkedDeed.NotThere();
            }
        }
        return new MarkedDeed.NeverTold("there are too many messages to look through");
    }

    /** What an answer of 200 means; empty for every other status. */
    public static Optional<EffectEnding> understood(Answered answered) {
        if (answered.status() != 200) {
            return Optional.empty();
        }
        var said = json(answered.body());
        var error = said.path("error").asString("");
        if (said.path("ok").asBoolean(false)) {
            return Optional.of(new EffectEnding.Done(
                    new EffectEnding.Answer(200, said.path("ts").asString(""))));
        }
        var answer = new EffectEnding.Answer(200, error.isEmpty() ? "the answer says nothing" : error);
        return Optional.of(
                LATER.contains(error)
                        ? new EffectEnding.Retry(answer, Optional.empty())
                        : error.isEmpty()
                                ? new EffectEnding.Unanswered("an answer that says nothing")
                                : new EffectEnding.Dead(answer));
    }

    private URI uri(JsonNode message, String cursor) {
        var thread = message.path("thread_ts").asString("");
        var call = thread.isEmpty() ? "/conversations.history" : "/conversations.replies";
        return URI.create(
                base + call + "?channel=" + encoded(message.path("channel").asString(""))
                        + (thread.isEmpty() ? "" : "&ts=" + encoded(thread))
                        + "&include_all_metadata=true&limit=" + PAGE
                        + (cursor.isEmpty() ? "" : "&cursor=" + encoded(cursor)));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static MarkedDeed.Found refused(int status, String error) {
        var why = "the list of messages was answered with " + status + " " + error;
        boolean later = status == 408 || status == 429 || status >= 500 || LATER.contains(error);
        return later ? new MarkedDeed.NotNow(why) : new MarkedDeed.NeverTold(why);
    }

    private static JsonNode json(byte[] body) {
        try {
            return JsonMapper.shared().readTree(body);
        } catch (JacksonException notJson) {
            return JsonMapper.shared().createObjectNode();
        }
    }
}

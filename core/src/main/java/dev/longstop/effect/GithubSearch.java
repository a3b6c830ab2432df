package dev.longstop.effect;

import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller;
import dev.longstop.http.HttpCaller.Answered;
import dev.longstop.http.HttpCaller.Failed;
import dev.longstop.http.HttpCaller.Request;
import java.net.URI;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Looks for a comment that carries a mark among the comments of an issue or pull request, to the last page.
 *
 * <p><i>Source</i>: docs.github.com, "List issue comments": 100 a page, {@code Link: rel="next"} where there are more.
 */
public final class GithubSearch implements MarkedDeed.Search {

    private static final int PAGES_MAX = 100;
    private static final int PAGE = 100;
    private static final int ANSWER_BYTES_MAX = 16 * 1024 * 1024;

    private final HttpCaller http;
    private final Headers login;
    private final long timeoutMs;

    /**
     * A search over a caller.
     *
     * @param login the headers that log in
     * @param timeoutMs the bound of one exchange, in milliseconds
     */
    public GithubSearch(HttpCaller http, Headers login, long timeoutMs) {
        this.http = http;
        this.login = login;
        this.timeoutMs = timeoutMs;
    }

    @Override
    public MarkedDeed.Found look(Effect effect) {
        var mark = Marks.of(effect.seed().idempotencyKey());
        for (int page = 1; page <= PAGES_MAX; page++) {
            var uri = URI.create(effect.seed().request().url() + "?per_page=" + PAGE + "&page=" + page);
            var answer = http.call(new Request("GET", uri, login, new byte[0], timeoutMs, ANSWER_BYTES_MAX, false));
            if (answer instanceof Failed failed) {
                return new MarkedDeed.NotNow(failed.why());
            }
            var answered = (Answered) answer;
            if (answered.status() != 200) {
                return refused(answered.status());
            }
            var comments = comments(answered);
            if (!comments.isArray()) {
                return new MarkedDeed.NeverTold("the list of comments cannot be read");
            }
            for (var comment : comments) {
                if (comment.path("body").asString("").contains(mark)) {
                    return new MarkedDeed.There(new EffectEnding.Answer(
                            200, "found: " + comment.path("html_url").asString("")));
                }
            }
            if (comments.size() < PAGE) {
                return new MarkedDeed.NotThere();
            }
        }
        return new MarkedDeed.NeverTold("there are too many comments to look through");
    }

    private static MarkedDeed.Found refused(int status) {
        var why = "the list of comments was answered with " + status;
        boolean later = status == 403 || status == 408 || status == 429 || status >= 500;
        return later ? new MarkedDeed.NotNow(why) : new MarkedDeed.NeverTold(why);
    }

    private static JsonNode comments(Answered answered) {
        try {
            return JsonMapper.shared().readTree(answered.body());
        } catch (JacksonException notJson) {
            return JsonMapper.shared().getNodeFactory().nullNode();
        }
    }
}

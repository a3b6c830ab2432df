package dev.longstop.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller;
import dev.longstop.queue.RetrySettings;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Comments and messages at targets that know no keys: never a second one, and none in silence (U1). */
class MarkedDeedTest {

    private static final Headers LOGIN = Headers.of("authorization", "Bearer t");
    private static final Place ISSUE = new Place.Issue("https://api.test");
    private static final Place THREAD = new Place.Channel("https://slack.test/api", Optional.empty());

    private final List<JsonNode> posted = new ArrayList<>();
    private final Deque<HttpCaller.Answer> postAnswers = new ArrayDeque<>();
    private final Deque<HttpCaller.Answer> getAnswers = new ArrayDeque<>();
    private final List<HttpCaller.Request> requests = new ArrayList<>();
    private long leaseUntilMs = Long.MAX_VALUE;

    /** The first attempt says it at once; one that was not answered is looked up, and found. */
    @Test
    void aCommentThatWasNotAnsweredIsLookedUp() {
        postAnswers.add(new HttpCaller.Failed("no answer in time", true));
        assertThat(comment(0, 0)).isInstanceOf(EffectEnding.Unanswered.class);
        assertThat(requests).hasSize(1);
        assertThat(requests.get(0).uri()).hasToString("https://api.test/repos/acme/road/issues/7/comments");
        assertThat(requests.get(0).headers().only("authorization")).contains("Bearer t");
        assertThat(posted.get(0).path("body").asString()).startsWith("it works\n\n<!-- longstop:ls-");
        assertThat(comment(1, 0)).isInstanceOf(EffectEnding.Done.class);
        assertThat(posted).hasSize(1);
    }

    /** After a crash it is looked up, too, through every page; what is not there is said. */
    @Test
    void aCommentThatIsNotThereIsSaid() {
        for (int i = 0; i < 100; i++) {
            posted.add(JsonMapper.shared().createObjectNode().put("body", "somebody else's " + i));
        }
        postAnswers.add(answer(201, "{}"));
        assertThat(comment(0, 1)).isInstanceOf(EffectEnding.Done.class);
        assertThat(requests).extracting(HttpCaller.Request::method).containsExactly("GET", "GET", "POST");
        assertThat(posted).hasSize(101);
        assertThat(comment(0, 2)).isInstanceOf(EffectEnding.Done.class);
        assertThat(posted).hasSize(101);
    }

    /** Where nobody can look, nothing is said again; what can be looked up later waits. */
    @Test
    void whatCannotBeLookedUpIsAQuestionForAPerson() {
        getAnswers.add(answer(404, "{}"));
        assertThat(comment(1, 0)).isInstanceOf(EffectEnding.Uncertain.class);
        getAnswers.add(answer(502, ""));
        assertThat(comment(1, 0)).isInstanceOf(EffectEnding.Unsent.class);
        getAnswers.add(new HttpCaller.Failed("refused", false));
        assertThat(comment(1, 0)).isInstanceOf(EffectEnding.Unsent.class);
        assertThat(posted).isEmpty();
    }

    /** An event that is about no issue has no place for a comment: dead, with that reason. */
    @ParameterizedTest
    @ValueSource(strings = {"", "acme/road:refs/heads/main", "acme/road/../x:1", "acme:1"})
    void anEventWithoutIssueHasNoPlace(String subject) {
        var seed = form(ISSUE).seed(occasion(subject)).orElseThrow();
        assertThat(seed.request().url()).isEmpty();
        assertThat(deed(ISSUE).perform(claimed(seed, 0, 0))).isInstanceOf(EffectEnding.Dead.class);
        assertThat(requests).isEmpty();
    }

    /** Slack says 200 to everything: what it says decides. */
    @Test
    void slacksWordsDecide() {
        postAnswers.add(answer(200, "{\"ok\":true,\"ts\":\"1.2\"}"));
        assertThat(message(0, 0)).isInstanceOf(EffectEnding.Done.class);
        assertThat(posted.get(0).path("channel").asString()).isEqualTo("C01");
        assertThat(posted.get(0).path("thread_ts").asString()).isEqualTo("1700000000.000100");
        assertThat(posted.get(0).path("text").asString()).isEqualTo("it works");
        postAnswers.add(answer(200, "{\"ok\":false,\"error\":\"ratelimited\"}"));
        assertThat(message(0, 0)).isInstanceOf(EffectEnding.Retry.class);
        postAnswers.add(answer(200, "{\"ok\":false,\"error\":\"channel_not_found\"}"));
        assertThat(message(0, 0)).isInstanceOf(EffectEnding.Dead.class);
        postAnswers.add(answer(200, "<html>"));
        assertThat(message(0, 0)).isInstanceOf(EffectEnding.Unanswered.class);
        postAnswers.add(answer(500, ""));
        assertThat(message(0, 0)).isInstanceOf(EffectEnding.Retry.class);
    }

    @Test
    void aMessageIsLookedUpByItsKey() {
        postAnswers.add(new HttpCaller.Failed("no answer in time", true));
        assertThat(message(0, 0)).isInstanceOf(EffectEnding.Unanswered.class);
        assertThat(message(1, 0)).isInstanceOf(EffectEnding.Done.class);
        assertThat(requests.get(1).uri().toString())
                .startsWith("https://slack.test/api/conversations.replies?channel=C01&ts=1700000000.000100");
        getAnswers.add(answer(200, "{\"ok\":false,\"error\":\"missing_scope\"}"));
        assertThat(message(1, 0)).isInstanceOf(EffectEnding.Uncertain.class);
        getAnswers.add(answer(200, "{\"ok\":true}"));
        assertThat(message(1, 0)).as("no list to look through").isInstanceOf(EffectEnding.Uncertain.class);
        assertThat(posted).hasSize(1);
    }

    /** Somebody else may claim it, look, and say it, before this one has been answered: it is not said. */
    @Test
    void whatWasLookedForUntilTheLeaseIsNearlyOverIsNotSaid() {
        leaseUntilMs = new SystemTime().nowMs() + 500;
        assertThat(comment(0, 1)).isInstanceOf(EffectEnding.Unsent.class);
        assertThat(requests).extracting(HttpCaller.Request::method).containsExactly("GET");
    }

    /** A target that did not answer may still be at work: it is left alone, whatever chance says. */
    @Test
    void aSilentTargetIsLeftAloneBeforeItIsLookedAt() {
        postAnswers.add(answer(502, ""));
        var ending = comment(0, 0);
        var next = ending.next(EffectPolicy.AT_LEAST_ONCE, 0, RetrySettings.DEFAULT, new SystemRandomness());
        assertThat(next.delayMs()).isEqualTo(15_000);
    }

    private EffectEnding comment(int attempts, int lapses) {
        return perform(ISSUE, "acme/road:7", attempts, lapses);
    }

    private EffectEnding message(int attempts, int lapses) {
        return perform(THREAD, "T1:C01:1700000000.000100", attempts, lapses);
    }

    private EffectEnding perform(Place place, String subject, int attempts, int lapses) {
        var seed = form(place).seed(occasion(subject)).orElseThrow();
        return deed(place).perform(claimed(seed, attempts, lapses));
    }

    private ClaimedEffect claimed(EffectSeed seed, int attempts, int lapses) {
        return new ClaimedEffect(
                new EffectLease(1, 1, "p", leaseUntilMs),
                new Effect(1, new EffectOwner.OfRun(1), seed),
                attempts,
                lapses);
    }

    private static EffectForm form(Place place) {
        return new EffectForm(
                "tell", "any", EffectPolicy.AT_LEAST_ONCE, Set.of("succeeded"), place, Optional.of("${result.text}"));
    }

    private static Occasion occasion(String subject) {
        var facts = JsonMapper.shared().createObjectNode();
        facts.putObject("event").put("subject", subject);
        facts.set("result", Occasion.result(Optional.of("it works")));
        return new Occasion("here", "triage", "hub/e1", "1", "succeeded", facts);
    }

    private Deed deed(Place place) {
        var http = new Target();
        var terms = new HttpDeed.Terms(1_000, Set.of(), Optional.empty(), LOGIN, true);
        return place.equals(ISSUE)
                ? new MarkedDeed(
                        new HttpDeed(http, new SystemTime(), terms),
                        new GithubSearch(http, LOGIN, 1_000),
                        new SystemTime(),
                        1_000)
                : new MarkedDeed(
                        new HttpDeed(http, new SystemTime(), terms, SlackSearch::understood),
                        new SlackSearch(http, "https://slack.test/api", LOGIN, 1_000),
                        new SystemTime(),
                        1_000);
    }

    /** Keeps what is posted, and lists it as GitHub and Slack do, unless it is told to answer otherwise. */
    private final class Target implements HttpCaller {

        @Override
        public Answer call(Request request, CompletableFuture<?> ended) {
            requests.add(request);
            if (request.method().equals("POST")) {
                posted.add(JsonMapper.shared().readTree(request.body()));
                return postAnswers.remove();
            }
            if (!getAnswers.isEmpty()) {
                return getAnswers.remove();
            }
            return request.uri().getHost().equals("api.test") ? comments(request) : messages();
        }

        private Answer comments(Request request) {
            int page = Integer.parseInt(request.uri().getQuery().replaceFirst(".*&page=", ""));
            var list = JsonMapper.shared().createArrayNode();
            posted.stream().skip((page - 1) * 100L).limit(100).forEach(list::add);
            return answer(200, list.toString());
        }

        private Answer messages() {
            var said = JsonMapper.shared().createObjectNode().put("ok", true);
            var list = said.putArray("messages");
            posted.forEach(list::add);
            return answer(200, said.toString());
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }

    private static HttpCaller.Answered answer(int status, String body) {
        return new HttpCaller.Answered(status, Headers.none(), body.getBytes(StandardCharsets.UTF_8), false);
    }
}

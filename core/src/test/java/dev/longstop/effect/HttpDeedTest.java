package dev.longstop.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.contract.Secret;
import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller;
import dev.longstop.http.StandardWebhooks;
import dev.longstop.time.SystemTime;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is sent, and what an answer means. */
class HttpDeedTest {

    private final List<HttpCaller.Request> sent = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({
        "200, Done",
        "201, Done",
        "204, Done",
        "206, Done",
        "301, Dead",
        "400, Dead",
        "401, Dead",
        "404, Dead",
        "408, Retry",
        "409, Retry",
        "418, Done",
        "422, Dead",
        "425, Retry",
        "429, Retry",
        "500, Retry",
        "502, Unanswered",
        "503, Retry",
        "504, Unanswered",
        "599, Retry",
    })
    void statusesMean(int status, String ending) {
        assertThat(perform(answer(status), Set.of(418)).getClass().getSimpleName())
                .isEqualTo(ending);
    }

    /** 409 is done only where the effect says so. */
    @Test
    void aConflictIsDoneWhereTheEffectSaysSo() {
        assertThat(perform(answer(409), Set.of(409))).isInstanceOf(EffectEnding.Done.class);
    }

    @Test
    void theTargetsWishToWaitIsKept() {
        var busy = new HttpCaller.Answered(503, Headers.of("retry-after", "17"), new byte[0], false);
        assertThat(perform(busy, Set.of()))
                .isInstanceOfSatisfying(
                        EffectEnding.Retry.class,
                        retry -> assertThat(retry.retryAfterMs()).contains(17_000L));
    }

    /** What never left is no question for a person; what may have left is one. */
    @Test
    void whatDidNotLeaveIsNotUncertain() {
        assertThat(perform(new HttpCaller.Failed("refused", false), Set.of())).isInstanceOf(EffectEnding.Unsent.class);
        assertThat(perform(new HttpCaller.Failed("no answer", true), Set.of()))
                .isInstanceOf(EffectEnding.Unanswered.class);
    }

    /** I8: the same key and bytes; the secret's signature is made when it is sent. */
    @Test
    void everyAttemptSendsTheFrozenRequestUnderItsKey() {
        perform(answer(500), Set.of());
        perform(answer(500), Set.of());
        assertThat(sent).hasSize(2);
        for (var request : sent) {
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.uri()).hasToString("https://example.org/x");
            assertThat(request.headers().only("idempotency-key")).contains("ls-key");
            assertThat(request.headers().only("content-type")).contains("application/json");
            assertThat(new String(request.body(), StandardCharsets.UTF_8)).isEqualTo("{}");
            long at = 1_000
                    * Long.parseLong(request.headers().only("webhook-timestamp").orElseThrow());
            assertThat(request.headers().only("webhook-signature"))
                    .isEqualTo(StandardWebhooks.sign("the-secret", "ls-key", at, request.body())
                            .only("webhook-signature"));
        }
    }

    /** A request that no client can send is a refusal for good, not a crash. */
    @Test
    void aRequestThatCannotBeSentIsDead() {
        var effect = effect("not an address");
        assertThat(deed(answer(200), Set.of()).perform(effect)).isInstanceOf(EffectEnding.Dead.class);
    }

    private EffectEnding perform(HttpCaller.Answer answer, Set<Integer> doneOn) {
        return deed(answer, doneOn).perform(effect("https://example.org/x"));
    }

    private HttpDeed deed(HttpCaller.Answer answer, Set<Integer> doneOn) {
        var secret = new Secret("test", "the-secret", Optional.empty());
        var caller = new HttpCaller() {
            @Override
            public Answer call(Request request, CompletableFuture<?> ended) {
                sent.add(request);
                return answer;
            }

            @Override
            public void close() {
                // There is nothing to close.
            }
        };
        return new HttpDeed(
                caller,
                new SystemTime(),
                new HttpDeed.Terms(1_000, doneOn, Optional.of(secret), Headers.none(), false));
    }

    private static ClaimedEffect effect(String url) {
        var request = new FrozenRequest(
                "POST", url, Headers.of("content-type", "application/json"), "{}".getBytes(StandardCharsets.UTF_8));
        var seed = new EffectSeed("tell", 1, EffectPolicy.AT_LEAST_ONCE, "ls-key", request, "http", "{}");
        return new ClaimedEffect(new EffectLease(1, 1, "p", 1), new Effect(1, new EffectOwner.OfRun(1), seed), 0, 0);
    }

    private static HttpCaller.Answered answer(int status) {
        return new HttpCaller.Answered(status, Headers.none(), new byte[0], false);
    }
}

package dev.longstop.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller;
import dev.longstop.http.StandardWebhooks;
import dev.longstop.queue.Claimed;
import dev.longstop.queue.Ending;
import dev.longstop.queue.RetrySettings;
import dev.longstop.time.SystemTime;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is sent, and what an answer means. The exchange itself is the caller's, which has tests of its own. */
class HttpAgentTest {

    private static final long TIMEOUT_MS = 7_200_000;

    /** Keeps what it is asked to send, and gives one answer. */
    private static final class Service implements HttpCaller {

        private final Answer answer;
        private final List<Request> requests = new ArrayList<>();

        Service(Answer answer) {
            this.answer = answer;
        }

        @Override
        public Answer call(Request request, CompletableFuture<?> givenUp) {
            requests.add(request);
            return answer;
        }

        @Override
        public void close() {}
    }

    private static Service answering(int status, String... headers) {
        return new Service(new HttpCaller.Answered(status, Headers.of(headers), "said".getBytes(UTF_8), false));
    }

    private static HttpAgent agent(HttpCaller service, Optional<String> secret) {
        var settings = new HttpSettings(
                "ask", URI.create("http://service:9000/run"), secret, 1, TIMEOUT_MS, RetrySettings.DEFAULT);
        return new HttpAgent(
                settings,
                service,
                () -> URI.create("https://hooks.example.org"),
                new SystemTime(),
                HttpAgentTest::follow);
    }

    /** Follows whatever is handed over on the platform {@code claude}, as row 5. */
    private static JobHandover.Taken follow(Claimed run, JobHandover.Handed job) {
        return switch (job.platform()) {
            case "claude" -> new JobHandover.Followed(5);
            case "busy" -> new JobHandover.Failed("the store is away");
            default -> new JobHandover.Refused("no such platform");
        };
    }

    private static Ending run(HttpCaller service) {
        return agent(service, Optional.empty()).run(Work.of(17).assignment("{\"a\":1}"));
    }

    /** S9: id, key, attempt, trace and the way back reach the service; the payload is the body as it came. */
    @Test
    void theRequestIsACloudEventThatSaysWhoAsksAndWhereToAnswer() {
        var service = answering(200);
        var work = Work.of(17);

        agent(service, Optional.empty()).run(work.assignment("{\"a\":1}"));

        var request = service.requests.get(0);
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.uri()).isEqualTo(URI.create("http://service:9000/run"));
        assertThat(new String(request.body(), UTF_8)).isEqualTo("{\"a\":1}");
        assertThat(request.deadlineMs()).as("an exchange lasts an hour at most").isEqualTo(3_600_000);
        var headers = request.headers();
        assertThat(headers.only("ce-specversion")).contains("1.0");
        assertThat(headers.only("ce-id")).contains("id-17");
        assertThat(headers.only("ce-source")).contains("/github");
        assertThat(headers.only("ce-type")).contains("issues.opened");
        assertThat(headers.only("ce-time")).contains("1970-01-01T00:00:00Z");
        assertThat(headers.only("content-type")).contains("application/json");
        assertThat(headers.only("idempotency-key")).contains(work.key());
        assertThat(headers.only("longstop-run")).contains("17");
        assertThat(headers.only("longstop-attempt")).contains("1");
        assertThat(headers.only("longstop-body-authenticated")).contains("true");
        assertThat(headers.only("longstop-callback"))
                .contains("https://hooks.example.org/callback/17?token=token-of-17");
        assertThat(headers.only("traceparent").orElseThrow()).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01");
        assertThat(headers.only("webhook-signature")).isEmpty();
    }

    /** The signature is over the key, so that a repetition is known by its id. */
    @Test
    void theRequestIsSignedWhereThereIsASecret() {
        var service = answering(200);
        var work = Work.of(17);

        agent(service, Optional.of("whsec_c2VjcmV0")).run(work.assignment("{}"));

        var headers = service.requests.get(0).headers();
        long seconds = Long.parseLong(headers.only("webhook-timestamp").orElseThrow());
        var expected = StandardWebhooks.sign("secret", work.key(), seconds * 1_000, "{}".getBytes(UTF_8));
        assertThat(headers.only("webhook-id")).contains(work.key());
        assertThat(headers.only("webhook-signature")).isEqualTo(expected.only("webhook-signature"));
    }

    /** C-section of the binding: whatever a sender calls its events, no header is broken by it. */
    @Test
    void strangersWordsAreEncodedInHeaders() {
        var service = answering(200);
        agent(service, Optional.empty())
                .run(Work.of(1).about("a b\"%", "té\nst", "").assignment("{}"));

        var headers = service.requests.get(0).headers();
        assertThat(headers.only("ce-id")).contains("a%20b%22%25");
        assertThat(headers.only("ce-type")).contains("t%C3%A9%0Ast");
        assertThat(headers.only("longstop-body-authenticated")).contains("false");
    }

    @ParameterizedTest
    @CsvSource({"200", "201", "204", "299"})
    void successIsDoneWithTheAnswerAsResult(int status) {
        assertThat(run(answering(status)))
                .isInstanceOfSatisfying(
                        Ending.Done.class,
                        done -> assertThat(done.report().result()).isEqualTo("said"));
    }

    /** 202 waits for its callback for what is left of the timeout, and for no job. */
    @Test
    void acceptedWaitsForItsCallback() {
        assertThat(run(answering(202))).isInstanceOfSatisfying(Ending.Waiting.class, waiting -> {
            assertThat(waiting.job()).isEmpty();
            assertThat(waiting.forMs()).isBetween(TIMEOUT_MS - 60_000, TIMEOUT_MS);
        });
    }

    /** 202 with a job waits for the job, however long that takes; a job that cannot be followed is no success. */
    @Test
    void acceptedWithAJobWaitsForTheJob() {
        assertThat(run(naming("claude"))).isInstanceOfSatisfying(Ending.Waiting.class, waiting -> {
            assertThat(waiting.job()).contains(5L);
            assertThat(waiting.forMs()).isGreaterThan(TIMEOUT_MS);
            assertThat(waiting.report().outcome()).isEqualTo("job claude/sesn_1");
        });
        assertThat(run(naming("busy"))).isInstanceOf(Ending.Retry.class);
        assertThat(run(naming("elsewhere"))).isInstanceOf(Ending.Dead.class);
    }

    private static Service naming(String platform) {
        var body = "{\"job\":{\"platform\":\"" + platform + "\",\"job_id\":\"sesn_1\",\"with\":{\"a\":1}}}";
        return new Service(new HttpCaller.Answered(202, Headers.none(), body.getBytes(UTF_8), false));
    }

    @ParameterizedTest
    @CsvSource({"408", "425", "429", "500", "502", "503", "599"})
    void whatMayPassIsTriedAgainNotBeforeItWasAskedTo(int status) {
        assertThat(run(answering(status, "retry-after", "7")))
                .isInstanceOfSatisfying(
                        Ending.Retry.class,
                        retry -> assertThat(retry.retryAfterMs()).contains(7_000L));
    }

    @ParameterizedTest
    @CsvSource({"300", "301", "307", "400", "401", "403", "404", "409", "410", "422"})
    void whatWillNotPassIsDead(int status) {
        assertThat(run(answering(status))).isInstanceOf(Ending.Dead.class);
    }

    @Test
    void noWholeAnswerIsTriedAgain() {
        assertThat(run(new Service(new HttpCaller.Failed("could not connect", false))))
                .isInstanceOfSatisfying(
                        Ending.Retry.class,
                        retry -> assertThat(retry.report().outcome()).isEqualTo("could not connect"));
    }

    /** A lost lease or a stop drops the exchange at once, and says nothing of how the work went. */
    @Test
    void aRevocationDropsTheExchange() {
        var revocation = new Revocation();
        var service = new HttpCaller() {
            @Override
            public Answer call(Request request, CompletableFuture<?> givenUp) {
                revocation.revoke(Revocation.Reason.LEASE_LOST);
                givenUp.orTimeout(30, TimeUnit.SECONDS).join();
                return new Failed("given up", true);
            }

            @Override
            public void close() {}
        };
        var assignment = Work.of(1).assignment("{}".getBytes(UTF_8), revocation);

        assertThat(agent(service, Optional.empty()).run(assignment)).isInstanceOf(Ending.Released.class);

        var unasked = answering(200);
        agent(unasked, Optional.empty()).run(assignment);
        assertThat(unasked.requests).as("what is revoked is not called").isEmpty();
    }
}

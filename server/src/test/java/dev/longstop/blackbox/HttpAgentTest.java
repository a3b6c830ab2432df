package dev.longstop.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.time.Patience;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Agents that are HTTP services, called by the running program. */
class HttpAgentTest {

    private static final long WAIT_MS = 60_000;

    private static final String SIGNING = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private static Installation installation(Service service, String more) {
        var here = Installation.of("""
                public: { listen: "127.0.0.1:0" }
                admin:  { listen: "127.0.0.1:0" }
                store:  sqlite:data/longstop.db
                lease:  2s
                sources:
                  github:
                    secrets: [file:secrets/github]
                    rules: [{ event: issues.opened, start: agent }]
                agents:
                  agent: { http: "%s", sign_with: file:secrets/signing, retry: { attempts: 4, backoff: 50ms..10s }%s }
                """.formatted(service.url(), more));
        here.write("secrets/signing", SIGNING);
        return here;
    }

    private static String state(Installation here, dev.longstop.app.Program program, String id) {
        return here.runs(program, id).get(0).path("state").asString("");
    }

    // R-http: a CloudEvent with key, attempt, trace and signature; 2xx is done and the answer is the result.
    @Test
    void aServiceIsCalledAsPromised() {
        try (var service = new Service((asked, before) -> Service.Says.of(200, "{\"answer\":42}"));
                var here = installation(service, "")) {
            var program = here.serve();
            here.post(program, Github.issue("http-1"));
            assertThat(Patience.until(WAIT_MS, () -> here.done(program, "http-1")))
                    .isTrue();

            var asked = service.asked.get(0);
            assertThat(service.asked).hasSize(1);
            assertThat(asked.body()).isEqualTo(new String(Github.issue("http-1").body(), StandardCharsets.UTF_8));
            assertThat(asked.header("ce-id")).isEqualTo("http-1");
            assertThat(asked.header("ce-source")).isEqualTo("/github");
            assertThat(asked.header("ce-type")).isEqualTo("issues.opened");
            assertThat(asked.header("ce-specversion")).isEqualTo("1.0");
            assertThat(asked.header("content-type")).isEqualTo("application/json");
            assertThat(asked.header("idempotency-key")).matches("ls-[0-9a-f]{64}");
            assertThat(asked.header("longstop-attempt")).isEqualTo("1");
            assertThat(asked.header("traceparent")).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01");
            assertThat(asked.header("webhook-id")).isEqualTo(asked.header("idempotency-key"));
            assertThat(asked.header("webhook-signature")).isEqualTo("v1," + Webhooks.signature(SIGNING, asked));
            var run = here.runs(program, "http-1").get(0);
            assertThat(asked.header("longstop-run")).isEqualTo(run.path("id").asString(""));
            assertThat(here.api(program, "/api/runs/" + run.path("id").asString(""))
                            .path("result")
                            .asString(""))
                    .isEqualTo("{\"answer\":42}");
        }
    }

    // Retry: 503 comes again under the same key, not before Retry-After; 4xx is dead at once.
    @Test
    void whatMayPassIsTriedAgainAndWhatWillNotIsDead() {
        try (var service = new Service((asked, before) -> asked.header("ce-id").equals("http-dead")
                        ? Service.Says.of(422, "no")
                        : before == 0 ? new Service.Says(503, "1", "busy") : Service.Says.of(204, ""));
                var here = installation(service, "")) {
            var program = here.serve();
            here.post(program, Github.issue("http-retry"));
            assertThat(Patience.until(WAIT_MS, () -> here.done(program, "http-retry")))
                    .isTrue();
            assertThat(service.asked).hasSize(2);
            assertThat(service.asked.get(0).header("idempotency-key"))
                    .isEqualTo(service.asked.get(1).header("idempotency-key"));
            assertThat(service.asked.get(1).header("longstop-attempt")).isEqualTo("2");

            here.post(program, Github.issue("http-dead"));
            assertThat(Patience.until(
                            WAIT_MS, () -> state(here, program, "http-dead").equals("dead")))
                    .isTrue();
            assertThat(service.asked).hasSize(3);
        }
    }

    // 202: the run waits; the callback ends it, once, with its token only; a repeated one changes nothing.
    @Test
    void acceptedWaitsForItsCallback() {
        try (var service = new Service((asked, before) -> Service.Says.of(202, ""));
                var here = installation(service, "")) {
            var program = here.serve();
            here.post(program, Github.issue("later-1"));
            assertThat(Patience.until(
                            WAIT_MS,
                            () -> !here.runs(program, "later-1").isEmpty()
                                    && state(here, program, "later-1").equals("waiting")))
                    .isTrue();
            var address = service.asked.get(0).header("longstop-callback");
            assertThat(URI.create(address).getPath()).matches("/callback/[0-9]+");

            assertThat(service.callBack(address + "0", "{\"state\":\"succeeded\"}"))
                    .startsWith("404 ");
            assertThat(service.callBack(address.replaceFirst("\\?.*", ""), "{\"state\":\"succeeded\"}"))
                    .startsWith("404 ");
            assertThat(service.callBack(address, "{}")).startsWith("400 ");
            assertThat(state(here, program, "later-1")).isEqualTo("waiting");
            assertThat(service.callBack(address, "{\"state\":\"succeeded\",\"result\":\"here you are\"}"))
                    .isEqualTo("200 {\"status\":\"accepted\"}");
            assertThat(here.done(program, "later-1")).isTrue();
            assertThat(service.callBack(address, "{\"state\":\"failed\"}")).isEqualTo("200 {\"status\":\"duplicate\"}");
            assertThat(here.done(program, "later-1")).isTrue();
            assertThat(here.request(program, "GET", "/callback/1").statusCode()).isEqualTo(405);
            assertThat(service.asked).hasSize(1);
        }
    }

    // A callback outlives the process that called the service; one that never comes ends the wait.
    @Test
    void theWaitOutlivesTheProcessAndEndsAtTheTimeout() {
        try (var service = new Service((asked, before) -> Service.Says.of(202, ""));
                var here = installation(service, ", timeout: 5s")) {
            var first = here.serve();
            here.post(first, Github.issue("later-2"));
            assertThat(Patience.until(
                            WAIT_MS,
                            () -> !here.runs(first, "later-2").isEmpty()
                                    && state(here, first, "later-2").equals("waiting")))
                    .isTrue();
            first.kill();
            var second = here.serve();
            assertThat(Patience.until(
                            WAIT_MS, () -> state(here, second, "later-2").equals("expired")))
                    .isTrue();
            assertThat(service.asked).hasSize(1);
        }
    }

    // A service that never answers is given up at the timeout, and asked again; the connection is not waited for.
    @Test
    void aServiceThatDoesNotAnswerIsGivenUp() {
        var over = new CountDownLatch(1);
        try (var service = new Service((asked, before) -> {
                    if (before == 0) {
                        await(over);
                    }
                    return Service.Says.of(200, "at last");
                });
                var here = installation(service, ", timeout: 500ms")) {
            var program = here.serve();
            here.post(program, Github.issue("mute-1"));
            assertThat(Patience.until(WAIT_MS, () -> here.done(program, "mute-1")))
                    .isTrue();
            assertThat(here.runs(program, "mute-1").get(0).path("attempts").asInt(0))
                    .isGreaterThanOrEqualTo(2);
            over.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(WAIT_MS, TimeUnit.MILLISECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

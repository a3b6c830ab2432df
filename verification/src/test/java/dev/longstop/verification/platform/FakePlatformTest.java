package dev.longstop.verification.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller;
import dev.longstop.http.HttpCaller.Answered;
import dev.longstop.http.HttpCaller.Failed;
import dev.longstop.http.HttpCaller.Request;
import dev.longstop.http.JdkHttpCaller;
import dev.longstop.platform.Platforms;
import dev.longstop.platform.Reader;
import dev.longstop.time.SystemTime;
import dev.longstop.verification.SeededRandomness;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fake platform behaves as real ones do: what its users rely on. */
class FakePlatformTest {

    private static final int JOBS = 25;

    /** Every way of paging leads to the last page, as the engine reads it: marks, ids, addresses, links, offsets. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a2a",
                "anthropic-message-batches",
                "anthropic-sessions",
                "gemini-batches",
                "github-actions",
                "openai-batches",
                "openai-fine-tuning",
                "replicate",
                "langgraph"
            })
    void aListIsReadToItsLastPage(String name) {
        try (var fake = new FakePlatform(name);
                var http = new JdkHttpCaller(new SystemTime())) {
            var working = Optional.of("running")
                    .filter(word -> recorded(name, word))
                    .or(() -> Optional.of("in_progress").filter(word -> recorded(name, word)))
                    .or(() -> Optional.of("working").filter(word -> recorded(name, word)))
                    .orElse("processing");
            for (int i = 0; i < JOBS; i++) {
                fake.answer("10" + i, working);
            }
            var reader = new Reader(((Platforms.Sound) Platforms.builtIn(name)).platform());
            var found = new ArrayList<String>();
            var form = Platforms.recording(name).path("platform").path("list").path("path");
            var path = form.asString("")
                    .replaceAll("\\$\\{[^}]*}", "x")
                    .replace("[", "%5B")
                    .replace("]", "%5D");
            var next = Optional.of(URI.create(fake.url() + path));
            int pages = 0;
            while (next.isPresent() && pages++ < JOBS) {
                var answer = (Answered) get(http, next.get());
                assertThat(answer.status()).isEqualTo(200);
                var page = reader.page(next.get(), answer.headers(), answer.body());
                page.entries().forEach(entry -> found.add(entry.jobId()));
                next = page.next();
            }
            assertThat(found).hasSize(JOBS).doesNotHaveDuplicates();
            assertThat(pages).as("pages, an empty last one at most").isBetween(3, 4);
        }
    }

    /** What may go wrong goes wrong when it is told to, and one that hangs holds up no other. */
    @Test
    void itFailsAsItIsTold() {
        try (var fake = new FakePlatform("agent-callback");
                var other = new FakePlatform("agent-callback");
                var http = new JdkHttpCaller(new SystemTime())) {
            other.answer("j", "running");
            var job = URI.create(fake.url() + "/jobs/j");
            assertThat(status(get(http, job))).isEqualTo(404);
            fake.answer("j", "running");
            fake.fail("j", 404, 429, 503);
            assertThat(status(get(http, job))).isEqualTo(404);
            var throttled = (Answered) get(http, job);
            assertThat(throttled.status()).isEqualTo(429);
            assertThat(throttled.headers().only("retry-after")).contains("1");
            assertThat(status(get(http, job))).isEqualTo(503);
            assertThat(status(get(http, job))).isEqualTo(200);
            fake.hang();
            assertThat(get(http, job)).isInstanceOf(Failed.class);
            assertThat(status(get(http, URI.create(other.url() + "/jobs/j")))).isEqualTo(200);
            fake.answerAgain();
            assertThat(status(get(http, job))).isEqualTo(200);
            assertThat(fake.asks("j")).isEqualTo(6);
        }
    }

    /** What is asked to end answers as it is told to from then on. */
    @Test
    void itEndsJobsAsItIsTold() {
        try (var fake = new FakePlatform("openai-responses");
                var http = new JdkHttpCaller(new SystemTime())) {
            fake.answer("r1", "in_progress");
            fake.cancelAs("cancelled");
            var end = URI.create(fake.url() + "/v1/responses/r1/cancel");
            var request = new Request("POST", end, Headers.none(), new byte[0], 5_000, 10_000, false);
            assertThat(status(http.call(request))).isEqualTo(200);
            assertThat(fake.cancelled()).containsExactly("r1");
            var answer = (Answered) get(http, URI.create(fake.url() + "/v1/responses/r1"));
            assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains("\"cancelled\"");
        }
    }

    /** On its way a webhook is dropped, repeated, put out of order, late; what is left is what was announced. */
    @Test
    void webhooksMeetTheirMishaps() {
        try (var fake = new FakePlatform("openai-responses")) {
            var chance = new SeededRandomness(7);
            var webhooks = new FakeWebhooks(fake, "secret");
            for (int i = 0; i < 100; i++) {
                webhooks.announce("completed", "r" + i, 1_000);
            }
            var now = webhooks.drop(30, chance)
                    .repeat(3)
                    .shuffle(chance)
                    .delay(20, chance)
                    .take();
            var later = webhooks.take();
            assertThat(webhooks.take()).isEmpty();
            assertThat(now.size() + later.size()).isBetween(150, 270).matches(count -> count % 3 == 0);
            assertThat(later).hasSizeBetween(10, 100);
            var ids = new ArrayList<String>();
            now.forEach(
                    delivery -> ids.add(delivery.headers().only("webhook-id").orElseThrow()));
            assertThat(ids).isNotEqualTo(ids.stream().sorted().toList());
            later.forEach(
                    delivery -> ids.add(delivery.headers().only("webhook-id").orElseThrow()));
            assertThat(new HashSet<>(ids)).hasSize(ids.size() / 3);
        }
    }

    private static boolean recorded(String name, String status) {
        return Platforms.recording(name).path("samples").path("statuses").has(status);
    }

    private static HttpCaller.Answer get(HttpCaller http, URI uri) {
        return http.call(new Request("GET", uri, Headers.none(), new byte[0], 1_000, 1_000_000, false));
    }

    private static int status(HttpCaller.Answer answer) {
        return ((Answered) answer).status();
    }
}

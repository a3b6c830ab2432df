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
import dev.longstop.platform.Reading;
import dev.longstop.time.SystemTime;
import dev.longstop.verification.FakeTime;
import dev.longstop.verification.SeededRandomness;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The fake platform behaves as real ones do: what its users rely on. */
class FakePlatformTest {

    private static final int JOBS = 25;
    private static final long BEGAN_MS = 1_800_000_000_000L;

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

    /** Where the data have a key in a header or a path, a repetition is the same job; else it is one more. */
    @ParameterizedTest
    @CsvSource({
        "agent-callback, /jobs, true",
        "a2a, /message:send, false",
        "restate, /flow/KEY/run/send, true",
        "openai-responses, /v1/responses, false",
        "replicate, /v1/models/acme/m/predictions, false"
    })
    void aKeyIsTheSameJobAsFarAsThePlatformKnowsKeys(String name, String path, boolean keyed) {
        try (var fake = new FakePlatform(name);
                var http = new JdkHttpCaller(new SystemTime())) {
            var first = launch(http, fake, path, "ls-1");
            var again = launch(http, fake, path, "ls-1");
            var other = launch(http, fake, path, "ls-2");
            assertThat(other).isNotEqualTo(first).isNotEqualTo(again);
            assertThat(again.equals(first)).isEqualTo(keyed);
            assertThat(fake.jobs()).hasSize(keyed ? 2 : 3);
            assertThat(fake.jobs()).extracting(FakePlatform.Job::key).contains("ls-1", "ls-2");
            assertThat(fake.jobs().get(0).launches())
                    .hasSize(keyed ? 2 : 1)
                    .allSatisfy(body -> assertThat(body).contains("ls-1"));
            assertThat(fake.launches()).hasSize(3);
        }
    }

    /** Our key comes back where the data say, so that a launch whose answer was lost can be found. */
    @ParameterizedTest
    @CsvSource({
        "agent-callback, /jobs, /jobs/, running",
        "openai-responses, /v1/responses, /v1/responses/, in_progress",
        "replicate, /v1/models/acme/m/predictions, /v1/predictions/, processing"
    })
    void theKeyComesBackWhereTheDataSay(String name, String launch, String status, String working) {
        try (var fake = new FakePlatform(name);
                var http = new JdkHttpCaller(new SystemTime())) {
            fake.launchAs(working);
            launch(http, fake, launch, "ls-7");
            var answer = (Answered) get(http, URI.create(fake.url() + status + "7000001"));
            assertThat(reading(name, answer).key().orElse("none")).contains("ls-7");
        }
    }

    /** Where a platform's paths name a job by its key, it is found by that. */
    @Test
    void aJobIsNamedByItsKey() {
        try (var fake = new FakePlatform("restate");
                var http = new JdkHttpCaller(new SystemTime())) {
            fake.launchAs("not_ready");
            launch(http, fake, "/flow/KEY/run/send", "ls-1");
            assertThat(status(get(http, URI.create(fake.url() + "/restate/workflow/flow/ls-1/output"))))
                    .isEqualTo(470);
            assertThat(fake.asks("7000001")).isEqualTo(1);
            assertThat(status(get(http, URI.create(fake.url() + "/restate/workflow/flow/ls-2/output"))))
                    .isEqualTo(404);
        }
    }

    /** A job takes its while, then it is over and says when that was; what a script says goes before. */
    @Test
    void jobsFinishByThemselves() {
        var time = FakeTime.at(BEGAN_MS);
        try (var fake = new FakePlatform("openai-responses", time);
                var http = new JdkHttpCaller(new SystemTime())) {
            fake.launchOn(new FakePlatform.Course("in_progress", "completed", 1_000, new SeededRandomness(3)));
            launch(http, fake, "/v1/responses", "ls-1");
            launch(http, fake, "/v1/responses", "ls-2");
            var job = fake.jobs().get(0);
            var finish = job.finish().orElseThrow();
            assertThat(finish.wallMs()).isBetween(BEGAN_MS, BEGAN_MS + 999);
            assertThat(finish.nanos() - time.nanos()).isEqualTo((finish.wallMs() - BEGAN_MS) * 1_000_000);
            assertThat(fake.jobs().get(1).finish()).isNotEqualTo(job.finish());
            fake.answer("7000002", "failed");
            time.advance(finish.wallMs() - BEGAN_MS - 1);
            assertThat(said(http, fake, job.id())).contains("\"in_progress\"", "\"completed_at\":null");
            time.advance(1);
            assertThat(said(http, fake, job.id()))
                    .contains("\"completed\"", "\"completed_at\":" + finish.wallMs() / 1_000);
            time.advance(10_000);
            assertThat(said(http, fake, job.id())).contains("\"completed_at\":" + finish.wallMs() / 1_000);
            assertThat(said(http, fake, "7000002")).contains("\"failed\"");
        }
    }

    /** What a job left is what it is told to, and when it ended is when it was told. */
    @Test
    void whatIsOverSaysWhatItIsToldTo() {
        var time = FakeTime.at(BEGAN_MS);
        try (var fake = new FakePlatform("agent-callback", time);
                var http = new JdkHttpCaller(new SystemTime())) {
            fake.resultAs("all is well");
            fake.launchAs("running");
            launch(http, fake, "/jobs", "ls-1");
            time.advance(5_000);
            fake.answer("7000001", "succeeded");
            var answer = (Answered) get(http, URI.create(fake.url() + "/jobs/7000001"));
            var reading = reading("agent-callback", answer);
            assertThat(reading.result().orElseThrow()).contains("all is well");
            assertThat(reading.finishedAtMs()).hasValue(BEGAN_MS + 5_000);
        }
    }

    private static Reading reading(String name, Answered answer) {
        var reader = new Reader(((Platforms.Sound) Platforms.builtIn(name)).platform());
        return reader.read(reader.document(answer.body(), answer.status()));
    }

    private static String said(HttpCaller http, FakePlatform fake, String id) {
        var answer = (Answered) get(http, URI.create(fake.url() + "/v1/responses/" + id));
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    /** Launches as the data have it, with the key wherever it may stand; gives what was answered. */
    private static String launch(HttpCaller http, FakePlatform fake, String path, String key) {
        var body = """
                {"jobKey":"KEY","message":{"messageId":"KEY"},"metadata":{"job_key":"KEY"},"webhook":"http://x?k=KEY"}
                """.replace("KEY", key).getBytes(StandardCharsets.UTF_8);
        var request = new Request(
                "POST",
                URI.create(fake.url() + path.replace("KEY", key)),
                Headers.of("idempotency-key", key),
                body,
                5_000,
                10_000,
                false);
        var answer = (Answered) http.call(request);
        assertThat(answer.status()).isEqualTo(200);
        return new String(answer.body(), StandardCharsets.UTF_8).replace(key, "");
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

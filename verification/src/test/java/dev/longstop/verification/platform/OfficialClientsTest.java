package dev.longstop.verification.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.UnwrapWebhookParams;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.webhooks.WebhookVerificationParams;
import dev.longstop.event.Headers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/**
 * The platforms' own Java clients read the fake platform's answers without an error, and find its signatures right: it
 * is like the real ones as far as those who made them can tell.
 */
class OfficialClientsTest {

    private static final String SECRET = "whsec_"
            + Base64.getEncoder().encodeToString("a secret of 32 bytes for a test.".getBytes(StandardCharsets.UTF_8));

    @Test
    void anthropicsClientReadsSessionsAndBatches() {
        try (var sessions = new FakePlatform("anthropic-sessions");
                var batches = new FakePlatform("anthropic-message-batches")) {
            sessions.answer("sesn_1", "running");
            for (int i = 0; i < 12; i++) {
                batches.answer("msgbatch_" + i, "in_progress");
            }
            var client = AnthropicOkHttpClient.builder()
                    .apiKey("k")
                    .baseUrl(sessions.url().toString())
                    .build();
            var session = client.beta().sessions().retrieve("sesn_1");
            assertThat(session.id()).isEqualTo("sesn_1");
            assertThat(session.status().toString()).isEqualTo("running");
            assertThat(client.beta().sessions().list().autoPager().stream())
                    .singleElement()
                    .satisfies(one -> assertThat(one.id()).isEqualTo("sesn_1"));
            client.close();
            var other = AnthropicOkHttpClient.builder()
                    .apiKey("k")
                    .baseUrl(batches.url().toString())
                    .build();
            assertThat(other.messages()
                            .batches()
                            .retrieve("msgbatch_3")
                            .validate()
                            .id())
                    .isEqualTo("msgbatch_3");
            assertThat(other.messages().batches().list().autoPager().stream()).hasSize(12);
            other.close();
        }
    }

    @Test
    void openAisClientReadsResponsesBatchesAndJobs() {
        try (var responses = new FakePlatform("openai-responses");
                var batches = new FakePlatform("openai-batches");
                var tunings = new FakePlatform("openai-fine-tuning")) {
            responses.answer("resp_1", "completed");
            for (int i = 0; i < 12; i++) {
                batches.answer("batch_" + i, "in_progress");
            }
            tunings.answer("ftjob-1", "running");
            var client = openAi(responses);
            assertThat(client.responses()
                            .retrieve("resp_1")
                            .status()
                            .orElseThrow()
                            .toString())
                    .isEqualTo("completed");
            client.close();
            var second = openAi(batches);
            assertThat(second.batches().retrieve("batch_3").validate().id()).isEqualTo("batch_3");
            assertThat(second.batches().list().autoPager().stream()).hasSize(12);
            second.close();
            var third = openAi(tunings);
            assertThat(third.fineTuning().jobs().retrieve("ftjob-1").status().toString())
                    .isEqualTo("running");
            third.close();
        }
    }

    private static com.openai.client.OpenAIClient openAi(FakePlatform fake) {
        return OpenAIOkHttpClient.builder()
                .apiKey("k")
                .baseUrl(fake.url() + "/v1")
                .build();
    }

    /** Both clients verify what is signed now, and read it. */
    @Test
    void bothClientsTakeTheWebhooks() {
        long nowMs = new dev.longstop.time.SystemTime().wallMs();
        try (var sessions = new FakePlatform("anthropic-sessions");
                var responses = new FakePlatform("openai-responses")) {
            var idled = new FakeWebhooks(sessions, SECRET)
                    .announce("idled", "sesn_1", nowMs)
                    .take()
                    .get(0);
            var anthropic = AnthropicOkHttpClient.builder().apiKey("k").build();
            var event = anthropic
                    .beta()
                    .webhooks()
                    .unwrap(UnwrapWebhookParams.builder()
                            .body(new String(idled.body(), StandardCharsets.UTF_8))
                            .headers(headers(idled.headers()))
                            .secret(SECRET)
                            .build());
            assertThat(event.validate().data().toString()).contains("sesn_1");
            anthropic.close();
            var completed = new FakeWebhooks(responses, SECRET)
                    .announce("completed", "resp_1", nowMs)
                    .take()
                    .get(0);
            var headers = com.openai.core.http.Headers.builder();
            completed.headers().values().forEach((name, values) -> headers.put(name, values.get(0)));
            var openAi = OpenAIOkHttpClient.builder().apiKey("k").build();
            var said = openAi.webhooks()
                    .unwrap(WebhookVerificationParams.builder()
                            .payload(new String(completed.body(), StandardCharsets.UTF_8))
                            .headers(headers.build())
                            .secret(SECRET)
                            .build());
            assertThat(said.validate().asResponseCompleted().data().id()).isEqualTo("resp_1");
            openAi.close();
        }
    }

    private static com.anthropic.core.http.Headers headers(Headers given) {
        var headers = com.anthropic.core.http.Headers.builder();
        given.values().forEach((name, values) -> headers.put(name, values.get(0)));
        return headers.build();
    }
}

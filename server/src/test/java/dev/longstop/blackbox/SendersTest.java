package dev.longstop.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.app.Program;
import dev.longstop.time.SystemTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each sender's way of signing, against the running program: taken in once, refused when something is wrong. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SendersTest {

    private static final String BASE64 = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private final Installation here = Installation.of("""
                    public: { listen: "127.0.0.1:0" }
                    admin:  { listen: "127.0.0.1:0" }
                    store:  sqlite:data/longstop.db
                    sources:
                      github: { secrets: [file:secrets/github], rules: [{ event: issues.opened, start: agent }] }
                      stripe: { secrets: [file:secrets/github], rules: [{ event: "invoice.*", start: agent }] }
                      slack: { secrets: [file:secrets/github], rules: [{ event: app_mention, start: agent }] }
                      agent-callback: { secrets: [file:secrets/github], rules: [{ event: succeeded, start: agent }] }
                      svix: { secrets: [file:secrets/base64], rules: [{ event: "*", start: agent }] }
                      standard-webhooks: { secrets: [file:secrets/base64], rules: [{ event: "*", start: agent }] }
                      openai: { secrets: [file:secrets/base64], rules: [{ event: "response.*", start: agent }] }
                      anthropic: { secrets: [file:secrets/base64], rules: [{ event: "session.*", start: agent }] }
                    agents:
                      agent: { command: [./agent.sh], concurrency: 8 }
                    """).script("agent.sh", "echo worked");
    private final Program program;

    SendersTest() {
        here.write("secrets/base64", BASE64);
        program = here.serve();
    }

    @AfterAll
    void end() {
        here.close();
    }

    private Installation.Said send(String source, String... more) {
        var words = new ArrayList<>(List.of(
                "send",
                source,
                "--url",
                program.publicUrl().toString(),
                "--admin-url",
                program.adminUrl().toString()));
        words.addAll(List.of(more));
        return here.command(words.toArray(String[]::new));
    }

    /** R3, R4: accepted, its run done; the same again a duplicate; another's signature refused. */
    @ParameterizedTest
    @ValueSource(strings = {"github", "stripe", "slack", "agent-callback", "standard-webhooks", "openai", "anthropic"})
    void aSenderIsTakenInOnceAndAForgerNot(String source) {
        var sent = send(source, "--duplicate");
        assertThat(sent.exit()).as(sent.out() + sent.err()).isZero();
        assertThat(sent.out()).contains("is done", "worked");
        var forged = send(source, "--forge", "--no-follow");
        assertThat(forged.exit()).as(forged.out() + forged.err()).isZero();
        assertThat(forged.out()).contains("-> 401");
    }

    /** D2: who signs a time is refused when that is over, though the signature is right. */
    @Test
    void whatWasSignedADayAgoIsRefused() {
        for (var source : List.of("stripe", "slack", "anthropic")) {
            var stale = send(source, "--stale");
            assertThat(stale.exit()).as(stale.out() + stale.err()).isZero();
            assertThat(stale.out()).contains("signed a day ago", "-> 401");
        }
    }

    @Test
    void whatWasChangedByOneBitIsRefused() {
        var mutated = send("openai", "--mutate");
        assertThat(mutated.exit()).as(mutated.out() + mutated.err()).isZero();
        assertThat(mutated.out()).contains("changed by one bit", "-> 401");
    }

    /** Taken in as its own library signs it, once; refused with one byte changed, and by another secret. */
    @ParameterizedTest
    @CsvSource({
        "STANDARD_WEBHOOKS, standard-webhooks",
        "STANDARD_WEBHOOKS, openai",
        "STANDARD_WEBHOOKS, anthropic",
        "SVIX, svix",
        "STRIPE, stripe",
        "SLACK, slack"
    })
    void whatASendersOwnLibrarySignsIsTakenIn(RealClient client, String source) throws Exception {
        boolean base64 = client == RealClient.STANDARD_WEBHOOKS || client == RealClient.SVIX;
        var secret = base64 ? BASE64 : Installation.SECRET;
        var body =
                "{\"id\":\"real-1\",\"event_id\":\"real-1\",\"type\":\"invoice.paid\",\"text\":\"gr\u00fc\u00df dich\"}";
        long second = new SystemTime().wallMs() / 1_000;
        var headers = client.headers(secret, second, body);
        assertThat(verdict(source, headers, body)).containsAnyOf("accepted", "ignored");
        assertThat(verdict(source, headers, body)).contains("duplicate");
        assertThat(here.post(program, source, headers, body.replace("paid", "Paid"))
                        .statusCode())
                .isEqualTo(401);
        var others = client.headers(base64 ? BASE64.replace('M', 'N') : "another " + secret, second, body);
        assertThat(here.post(program, source, others, body).statusCode()).isEqualTo(401);
        var stale = client.headers(secret, second - 301, body);
        assertThat(here.post(program, source, stale, body).statusCode()).isEqualTo(401);
    }

    private String verdict(String source, Map<String, String> headers, String body) {
        var answer = here.post(program, source, headers, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.headers().firstValue("longstop-status").orElse(answer.body());
    }
}

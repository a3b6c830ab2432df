package dev.longstop.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.app.Program;
import dev.longstop.time.Patience;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One signed delivery becomes one finished run: the whole road of the running program. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RoadTest {

    private static final long WAIT_MS = 30_000;

    private final Installation here = Installation.ofAgent("echo \"agent of $LONGSTOP_EVENT_TYPE\"");
    private final Program program = here.serve();

    @BeforeAll
    void answers() {
        assertThat(here.request(program, "GET", "/healthz").statusCode()).isEqualTo(200);
    }

    @AfterAll
    void end() {
        here.close();
    }

    // S5, S6, S8, S9, S14: committed, answered, handed to the agent with the event's id, run once, done.
    @Test
    void validDeliveryIsAcceptedAndItsRunDone() {
        var answer = here.post(program, Github.issue("valid-1"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"status\":\"accepted\"").contains("\"event\":\"github/valid-1\"");
        assertThat(Patience.until(WAIT_MS, () -> here.done(program, "valid-1"))).isTrue();
        var run = here.runs(program, "valid-1").get(0);
        assertThat(here.api(program, "/api/runs/" + run.path("id").asString(""))
                        .path("result")
                        .asString(""))
                .contains("agent of issues");
        assertThat(here.ledger("done", "valid-1")).hasSize(1);
    }

    // R1: only POST, handshakes apart; anything else is 405 and says what is allowed.
    @Test
    void anythingButPostIs405() {
        for (var method : List.of("GET", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS")) {
            var answer = here.request(program, method, "/in/github");
            assertThat(answer.statusCode()).as(method).isEqualTo(405);
            assertThat(answer.headers().firstValue("Allow")).as(method).contains("POST");
        }
        assertThat(here.request(program, "POST", "/in/nobody").statusCode()).isEqualTo(404);
        assertThat(here.request(program, "GET", "/in/nobody").statusCode()).isEqualTo(404);
    }

    // R2, R3, S2, S14: forged, unsigned or garbled is 401 with one body for all, and leaves no row.
    @Test
    void forgedDeliveryIsRefusedAndNothingIsStored() {
        var valid = Github.issue("forged-1");
        var unsigned = new Github("github", "forged-1", "issues", valid.body(), "");
        var notEvenJson =
                new Github("github", "forged-1", "issues", "{not json".getBytes(StandardCharsets.UTF_8), "sha256=00");

        var bodies = List.of(valid.forged(), unsigned, notEvenJson).stream()
                .map(delivery -> here.post(program, delivery))
                .peek(answer -> assertThat(answer.statusCode()).isEqualTo(401))
                .map(answer -> answer.body())
                .distinct()
                .toList();

        assertThat(bodies).hasSize(1);
        assertThat(here.runs(program, "forged-1")).isEmpty();
        assertThat(here.api(program, "/api/events?source=github&event_id=forged-1")
                        .path("events")
                        .isEmpty())
                .isTrue();
        assertThat(here.ledger("begun", "forged-1")).isEmpty();
    }

    // R4, S3, S4, S14, A7: a repeated delivery is success, and starts no second run.
    @Test
    void repeatedDeliveryStartsNoSecondRun() {
        var delivery = Github.issue("repeated-1");
        assertThat(here.post(program, delivery).body()).contains("\"accepted\"");
        assertThat(Patience.until(WAIT_MS, () -> here.done(program, "repeated-1")))
                .isTrue();

        for (int i = 0; i < 5; i++) {
            var again = here.post(program, delivery);
            assertThat(again.statusCode()).isEqualTo(200);
            assertThat(again.body()).contains("\"status\":\"duplicate\"");
        }

        assertThat(here.runs(program, "repeated-1")).hasSize(1);
        assertThat(here.ledger("begun", "repeated-1")).hasSize(1);
    }

    // A5, A8, A25: fifty copies of one event at the same moment are one event and one run.
    @Test
    void fiftyCopiesAtOnceAreOneRun() {
        var delivery = Github.issue("copies-1");
        var answers = new ArrayList<CompletableFuture<String>>();
        for (int i = 0; i < 50; i++) {
            answers.add(here.postLater(program, delivery).thenApply(answer -> answer.body()));
        }

        var said = answers.stream().map(CompletableFuture::join).toList();

        assertThat(said.stream().filter(body -> body.contains("\"accepted\""))).hasSize(1);
        assertThat(said.stream().filter(body -> body.contains("\"duplicate\""))).hasSize(49);
        assertThat(Patience.until(WAIT_MS, () -> here.done(program, "copies-1")))
                .isTrue();
        assertThat(here.ledger("begun", "copies-1")).hasSize(1);
    }

    // S4, A27: the same id with other content keeps the first, records the difference, and echoes nothing of it.
    @Test
    void sameIdWithOtherContentKeepsTheFirst() {
        here.post(program, Github.signed("mismatch-1", "issues", "{\"action\":\"opened\",\"secret\":\"first words\"}"));

        var answer = here.post(
                program, Github.signed("mismatch-1", "issues", "{\"action\":\"opened\",\"secret\":\"other words\"}"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"status\":\"duplicate\"").doesNotContain("words");
        var seq = here.api(program, "/api/events?source=github&event_id=mismatch-1")
                .path("events")
                .get(0)
                .path("seq")
                .asString("");
        assertThat(here.api(program, "/api/events/" + seq).path("mismatches").size())
                .isEqualTo(1);
        assertThat(Patience.until(WAIT_MS, () -> here.done(program, "mismatch-1")))
                .isTrue();
    }

    // S1: what no rule names is success, ignored with the reason, and starts nothing.
    @Test
    void unwantedEventIsIgnoredWithSuccess() {
        var answer = here.post(program, Github.signed("unwanted-1", "issues", "{\"action\":\"closed\",\"n\":7}"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"status\":\"ignored\"").contains("\"reason\"");
        assertThat(here.runs(program, "unwanted-1")).isEmpty();
    }

    // R2, C4: the vectors that GitHub and its SDK publish, posted as they stand to the running program.
    @Test
    void publishedVectorsAreDecidedAsPublished() throws IOException {
        var cases = published();
        assertThat(cases).hasSizeGreaterThanOrEqualTo(6);
        try (var vectors = Installation.of(configuration(cases))) {
            for (int i = 0; i < cases.size(); i++) {
                var secrets = secrets(cases.get(i));
                for (int s = 0; s < secrets.size(); s++) {
                    vectors.write("secrets/vector-" + i + "-" + s, secrets.get(s));
                }
            }
            var server = vectors.serve();
            for (int i = 0; i < cases.size(); i++) {
                var vector = cases.get(i);
                var delivery = new Github(
                        "vector-" + i,
                        "published-" + i,
                        "vector",
                        vector.path("body").asString("").getBytes(StandardCharsets.UTF_8),
                        vector.path("headers").path("X-Hub-Signature-256").asString(""));
                int status = vectors.post(server, delivery).statusCode();
                var name = vector.path("name").asString("");
                if (vector.path("expect").asString("").equals("reject")) {
                    assertThat(status).as(name).isEqualTo(401);
                } else {
                    // Authentic; a body that is no JSON is authenticated but of no use: 400.
                    assertThat(status).as(name).isIn(200, 400);
                }
            }
        }
    }

    private static List<JsonNode> published() throws IOException {
        var file = Path.of("../core/src/test/resources/senders/github.json");
        var cases = new ArrayList<JsonNode>();
        JsonMapper.shared().readTree(Files.readString(file)).path("cases").forEach(vector -> {
            if (vector.path("origin").asString("").equals("published")) {
                cases.add(vector);
            }
        });
        return cases;
    }

    private static List<String> secrets(JsonNode vector) {
        var secret = vector.path("secret");
        var all = new ArrayList<String>();
        if (secret.isArray()) {
            secret.forEach(one -> all.add(one.asString("")));
        } else {
            all.add(secret.asString(""));
        }
        return all;
    }

    private static String configuration(List<JsonNode> cases) {
        var text = new StringBuilder("""
                public: { listen: "127.0.0.1:0" }
                admin:  { listen: "127.0.0.1:0" }
                store:  sqlite:data/longstop.db
                agents: { agent: { command: ["true"] } }
                sources:
                """);
        for (int i = 0; i < cases.size(); i++) {
            var secrets = new ArrayList<String>();
            for (int s = 0; s < secrets(cases.get(i)).size(); s++) {
                secrets.add("file:secrets/vector-" + i + "-" + s);
            }
            text.append("  vector-" + i + ": { contract: github, secrets: [" + String.join(", ", secrets)
                    + "], rules: [{ event: never, start: agent }] }\n");
        }
        return text.toString();
    }

    // The admin side gives nothing to those without the token, and health to everyone.
    @Test
    void adminApiWantsItsToken() {
        assertThat(here.ask(program, "/api/events", Map.of()).statusCode()).isEqualTo(401);
        assertThat(here.ask(program, "/metrics", Map.of()).statusCode()).isEqualTo(401);
        assertThat(here.ask(program, "/api/events", Map.of("Authorization", "Bearer wrong"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(here.ask(program, "/health", Map.of()).statusCode()).isEqualTo(200);
        assertThat(here.ask(program, "/health/live", Map.of()).statusCode()).isEqualTo(200);
        assertThat(here.ask(program, "/health/ready", Map.of()).statusCode()).isEqualTo(200);
    }
}

package dev.longstop.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.time.Randomness;
import dev.longstop.verification.FakeTime;
import dev.longstop.verification.SeededRandomness;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class SendTest {

    private static final String SECRET = "the-secret-of-this-test";
    private static final String EVENT = "/api/events?source=github&event_id=ID";

    @TempDir
    Path folder = Path.of("");

    private Terminal terminal = new Terminal(folder);
    private FakeProgram program = new FakeProgram(SECRET);

    @BeforeEach
    void begin() {
        terminal = new Terminal(folder);
        // A clock that stands: however slow the machine is, no time to wait is ever over but one of none.
        terminal.time = FakeTime.create();
        terminal.environment.put("GH", SECRET);
        terminal.environment.put("TOKEN", "the-token");
        terminal.file("longstop.yaml", """
                public: { listen: "%s" }
                admin: { listen: "%s", token: env:TOKEN }
                sources: { github: { secrets: env:GH, rules: [{ event: [issues, pull_request.opened], start: one }] } }
                agents: { one: { command: [one] } }
                """.formatted(program.url().substring(7), "127.0.0.1:" + 1));
        program.answering(EVENT, "{\"events\":[{\"seq\":7}]}")
                .answering("/api/events/7", event("pending"), event("running"), event("done"))
                .answering("/api/runs/42", run("done", "hello\\nworld"));
    }

    @AfterEach
    void end() {
        program.close();
    }

    private static String event(String state) {
        return "{\"seq\":7,\"runs\":[{\"id\":42,\"agent\":\"one\",\"state\":\"" + state + "\"}]}";
    }

    private static String run(String state, String result) {
        return "{\"id\":42,\"agent\":\"one\",\"state\":\"" + state + "\",\"outcome\":\"exit 0\",\"result\":\"" + result
                + "\"}";
    }

    private Terminal.Said send(String... words) {
        var all = new java.util.ArrayList<>(List.of("send", "github", "--admin-url", program.url()));
        all.addAll(List.of(words));
        return terminal.run(all.toArray(String[]::new));
    }

    @Test
    void anEventIsSignedAsItsSenderWouldAndFollowedToItsEnd() {
        var said = send();
        assertThat(said.err()).isEmpty();
        assertThat(said.exit()).isZero();
        assertThat(said.out())
                .contains("signed with env:GH\n")
                .contains("/in/github -> 200 {\"status\":\"accepted\"")
                .contains("run 42 of one: pending\nrun 42 of one: running\nrun 42 of one: done\n")
                .endsWith("run 42 of one is done: exit 0\n  | hello\n  | world\n")
                .doesNotContain(SECRET);
        var headers = program.deliveries.get(0).getKey();
        assertThat(headers.only("x-github-event")).contains("issues");
        assertThat(headers.only("x-github-delivery").orElseThrow())
                .matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
        var body = JsonMapper.shared().readTree(program.deliveries.get(0).getValue());
        assertThat(body.path("action").asString("")).isEqualTo("opened");
        assertThat(body.path("issue").path("number").isIntegralNumber()).isTrue();
    }

    /** The same signed body under another id is a suspected replay, so no two samples may be equal. */
    @Test
    void noTwoSamplesAreEqual() {
        send("--no-follow");
        send("--no-follow");
        assertThat(program.deliveries.get(0).getValue())
                .isNotEqualTo(program.deliveries.get(1).getValue());
        assertThat(program.deliveries.get(0).getKey().only("x-github-delivery"))
                .isNotEqualTo(program.deliveries.get(1).getKey().only("x-github-delivery"));
    }

    @Test
    void typeActionIdAndBodyCanBeChosen() {
        terminal.file("push.json", "{\"ref\":\"x\"}");
        terminal.input = "{\"from\":\"input\"}";
        assertThat(send("--no-follow", "--type", "issues", "--action", "labeled", "--id", "my-id")
                        .exit())
                .isZero();
        assertThat(send("--no-follow", "--type", "push", "--body", "push.json").exit())
                .isZero();
        assertThat(send("--no-follow", "--type", "push", "--body", "-").exit()).isZero();
        assertThat(JsonMapper.shared()
                        .readTree(program.deliveries.get(0).getValue())
                        .path("action")
                        .asString(""))
                .isEqualTo("labeled");
        assertThat(program.deliveries.get(0).getKey().only("x-github-delivery")).contains("my-id");
        assertThat(new String(program.deliveries.get(1).getValue(), StandardCharsets.UTF_8))
                .isEqualTo("{\"ref\":\"x\"}");
        assertThat(new String(program.deliveries.get(2).getValue(), StandardCharsets.UTF_8))
                .isEqualTo("{\"from\":\"input\"}");
    }

    /** R3: a forged delivery is refused; the command shows it and is content. */
    @Test
    void aForgedEventIsContentOnlyWithARefusal() {
        var said = send("--forge");
        assertThat(said.exit()).isZero();
        assertThat(said.out()).contains(" -> 401 {\"status\":\"unauthenticated\"}");
        assertThat(program.deliveries).isEmpty();
        program.careless = true;
        assertThat(send("--forge").err()).isEqualTo("longstop: a forged delivery was not refused with 401\n");
    }

    /** R4: the second of the same is answered with success and starts nothing. */
    @Test
    void aDuplicateIsSentTwice() {
        var said = send("--duplicate", "--json");
        assertThat(said.exit()).isZero();
        var json = JsonMapper.shared().readTree(said.out());
        assertThat(json.path("answers")).hasSize(2);
        assertThat(json.path("answers").get(1).path("body").path("status").asString(""))
                .isEqualTo("duplicate");
        assertThat(json.path("runs").get(0).path("result").asString("")).isEqualTo("hello\nworld");
        assertThat(json.path("exit").intValue(9)).isZero();
    }

    @Test
    void aSecondOfTheSameThatIsAcceptedAgainFails() {
        program.forgetful = true;
        var said = send("--duplicate");
        assertThat(said.exit()).isEqualTo(Exit.FAILED);
        assertThat(said.err())
                .isEqualTo("longstop: the second of the same was answered \"accepted\", not \"duplicate\"\n");
    }

    @Test
    void whatIsIgnoredFailsUnlessItOnlyTestsTheEndpoint() {
        program.verdict = "ignored";
        var said = send();
        assertThat(said.exit()).isEqualTo(Exit.FAILED);
        assertThat(said.err())
                .isEqualTo("longstop: ignored: nothing was started; the source's rules decide what starts something\n");
        assertThat(send("--type", "ping").exit()).isZero();
    }

    @Test
    void aRunThatIsNotDoneFails() {
        program.answering("/api/events/7", event("dead")).answering("/api/runs/42", run("dead", "\\u001b[2J"));
        var said = send();
        assertThat(said.exit()).isEqualTo(Exit.FAILED);
        assertThat(said.out()).endsWith("run 42 of one is dead: exit 0\n  | ?[2J\n");
        assertThat(said.err()).isEqualTo("longstop: not everything that it started is done\n");
        program.answering("/api/events/7", event("running"));
        var endless = send("--wait", "0", "--id", "slow");
        assertThat(endless.exit()).isEqualTo(Exit.FAILED);
        assertThat(endless.err())
                .isEqualTo("longstop: accepted, and not over after 0 s; `longstop events show github/slow` shows how it"
                        + " goes on\n");
    }

    @Test
    void whatIsWrongIsSaidInOneLineWithWhatToDo() {
        assertThat(terminal.run("send", "githup").err())
                .isEqualTo(
                        "longstop: the configuration has no source githup; did you mean \"github\"?; `longstop check`"
                                + " says what is wrong with it, if something is\n");
        assertThat(send("--forge", "--duplicate").err())
                .isEqualTo("longstop: --forge and --duplicate do not go together\n");
        assertThat(send("--stale").err())
                .isEqualTo("longstop: the contract github signs no time, so nothing can be stale\n");
        assertThat(send("--type", "gollum").err())
                .isEqualTo("longstop: there is no sample of gollum, only of issues.opened, pull_request.opened,"
                        + " issue_comment.created, push, ping; give the payload with --body FILE\n");
        terminal.environment.put("GH", "another-secret-than-before");
        assertThat(send().err())
                .isEqualTo("longstop: not accepted: the program has another secret than this configuration\n");
        terminal.environment.remove("GH");
        assertThat(send().err())
                .isEqualTo("longstop: the source github has no secret that counts here; `longstop check` says why\n");
        terminal.environment.put("GH", SECRET);
        program.close();
        assertThat(send().err())
                .matches("longstop: cannot reach http://127.0.0.1:[0-9]+/in/github \\(connection refused\\); is"
                        + " `longstop"
                        + " serve` running there\\?\n");
    }

    @Test
    void everySampleIsJsonWithNothingLeftToFill() {
        Randomness chance = new SeededRandomness(5);
        for (var contract :
                List.of("github", "standard-webhooks", "stripe", "slack", "openai", "anthropic", "agent-callback")) {
            var samples = new Samples(contract, chance, 1_767_225_600_000L);
            assertThat(samples.names()).as(contract).isNotEmpty();
            for (var name : samples.names()) {
                var payload = samples.payload(name, "").orElseThrow();
                assertThat(payload.isObject()).as(name).isTrue();
                assertThat(payload.toString()).as(name).doesNotContainPattern("@[a-z]+@");
            }
        }
    }
}

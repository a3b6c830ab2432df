package dev.longstop.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.contract.Contracts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** {@code contracts list, show, test}, with the built-in contracts and those of the operator. */
class ContractCommandsTest {

    private static final Path RECORDED =
            Path.of("../core/src/test/resources/senders").toAbsolutePath();

    private static final String ACME = """
            # How Acme signs.
            id: acme
            auth:
              kind: signature
              algorithm: hmac-sha256
              signature: { from: "header:X-Acme", prefix: "v1=" }
              encoding: hex
              signed: "{body}"
            event_id: [ "json:id" ]
            event_type: [ "json:type" ]
            """;

    @TempDir
    Path folder = Path.of("");

    private Terminal terminal = new Terminal(folder);

    @BeforeEach
    void begin() {
        terminal = new Terminal(folder);
    }

    @Test
    void allContractsAreListedTheOwnOnesAmongThem() {
        terminal.file("contracts/acme.yaml", ACME);
        var said = terminal.run("contracts");
        assertThat(said.exit()).isZero();
        assertThat(said.err()).isEmpty();
        assertThat(said.out().lines().map(line -> line.split(" ", -1)[0]))
                .contains(
                        "acme",
                        "github",
                        "standard-webhooks",
                        "stripe",
                        "slack",
                        "openai",
                        "anthropic",
                        "agent-callback")
                .hasSize(Contracts.names().size() + 2);
        assertThat(said.out()).containsPattern("acme +contracts +hmac-sha256 +signed");
        assertThat(terminal.run("contracts", "list").out()).isEqualTo(said.out());
        var json =
                JsonMapper.shared().readTree(terminal.run("contracts", "--json").out());
        assertThat(json.values()).hasSize(Contracts.names().size() + 1);
    }

    @Test
    void aContractIsShownWithWhatFollowsFromIt() {
        var said = terminal.run("contracts", "show", "stripe");
        assertThat(said.out())
                .contains("covered by the proof", "signed, and compared with the clock", "Stripe-Signature")
                .containsPattern("answer +200 within 10s");
        assertThat(terminal.run("contracts", "show", "mailgun").out())
                .contains("NOT covered by the proof", "the proof stands in the body");
        var form = JsonMapper.shared()
                .readTree(terminal.run("contracts", "show", "stripe", "--json").out());
        assertThat(form).isEqualTo(Contracts.form("stripe").orElseThrow());
        var wrong = terminal.run("contracts", "show", "strip");
        assertThat(wrong.exit()).isEqualTo(Exit.FAILED);
        assertThat(wrong.err()).contains("there is no contract called \"strip\"; did you mean \"stripe\"?");
    }

    /** Every recorded delivery of every sender is decided as recorded, through the command. */
    @Test
    void allRecordedDeliveriesPass() throws IOException {
        var words = new ArrayList<>(List.of("contracts", "test"));
        try (var files = Files.list(RECORDED)) {
            files.map(Path::toString).sorted().forEach(words::add);
        }
        var said = terminal.run(words.toArray(String[]::new));
        assertThat(said.exit()).isZero();
        assertThat(said.out().lines().filter(line -> line.startsWith("FAILED"))).isEmpty();
        assertThat(said.out()).contains("otherwise", "line ends are trimmed when a secret is loaded");
        assertThat(said.out()).containsPattern("\n1[0-9]{3} passed, 0 failed\n$");
    }

    @Test
    void whatIsDecidedOtherwiseThanRecordedFailsAndIsNamed() {
        terminal.file("contracts/acme.yaml", ACME);
        terminal.file("recorded.json", """
                {"sender": "acme", "cases": [
                  {"name": "right", "secret": "a-secret-of-acme", "now_unix": 1,
                   "headers": {"X-Acme": "v1=04e9f8e0d2a1f6ba2f1d2a0d4c8d3f2d7d19a5dcc7d1dd3a3ae7ef7a8c3a7a11"},
                   "body": "{}", "expect": "accept"},
                  {"name": "wrong", "secret": "a-secret-of-acme", "body": "{}", "expect": "reject"}]}""");
        var said = terminal.run("contracts", "test", "recorded.json");
        assertThat(said.exit()).isEqualTo(Exit.FAILED);
        assertThat(said.out()).isEqualTo("""
                        FAILED  recorded.json  right: recorded as accept, is rejected as wrong_signature
                        1 passed, 1 failed
                        """);
        var json = JsonMapper.shared()
                .readTree(terminal.run("contracts", "test", "recorded.json", "--json")
                        .out());
        assertThat(json.path("failed").intValue()).isEqualTo(1);
        assertThat(json.path("cases").get(0).path("case").stringValue()).isEqualTo("right");
    }

    /** A contract under work is tried as a file, JSON or YAML, before it is put where the program looks. */
    @Test
    void aContractMayBeGivenAsAFile() {
        terminal.file("acme.yaml", ACME);
        terminal.file("recorded.json", """
                {"sender": "nobody", "cases": [{"name": "none", "headers": {}, "body": "", "expect": "reject"}]}""");
        assertThat(terminal.run("contracts", "test", "recorded.json", "--contract", "acme.yaml")
                        .out())
                .isEqualTo("1 passed, 0 failed\n");
        assertThat(terminal.run("contracts", "test", "recorded.json").err())
                .contains("there is no contract called \"nobody\"", "--contract FILE");
        terminal.file("acme.yaml", ACME.replace("hmac-sha256", "hmac"));
        var wrong = terminal.run("contracts", "test", "recorded.json", "--contract", "acme.yaml");
        assertThat(wrong.exit()).isEqualTo(Exit.FAILED);
        assertThat(wrong.err()).contains("auth.algorithm: \"hmac\" is not one of", "acme.yaml is not a contract");
        assertThat(terminal.run("contracts", "test", "absent.json").err()).contains("absent.json: cannot be read");
        terminal.file("broken.json", "{");
        assertThat(terminal.run("contracts", "test", "broken.json").err()).contains("broken.json: it is not JSON");
    }

    /** C14: that nothing is verified has to be said in the contract, and is said again by check. */
    @Test
    void aSourceWithoutProofIsShown() {
        terminal.file("contracts/open.json", "{\"id\": \"open\", \"auth\": {\"kind\": \"none\"}}");
        terminal.file("longstop.yaml", "sources: { open: {} }");
        var said = terminal.run("check");
        assertThat(said.exit()).isZero();
        assertThat(said.out()).contains("contract open, NOTHING IS VERIFIED");
        assertThat(said.err()).contains("whoever knows the address can start the agents");
    }

    /** What is wrong with an own contract is in the report of check, with its file. */
    @Test
    void anOwnContractThatIsWrongIsReported() {
        terminal.environment.put("S", "a-secret-of-sixteen-and-more");
        terminal.file("longstop.yaml", "sources: { acme: { secrets: env:S } }");
        terminal.file("contracts/acme.yaml", ACME);
        assertThat(terminal.run("check").exit()).isZero();
        terminal.file("contracts/other.json", ACME);
        terminal.file("contracts/acme.yaml", ACME.replace("encoding: hex", "encoding: hexx"));
        var said = terminal.run("check");
        assertThat(said.exit()).isEqualTo(Exit.FAILED);
        assertThat(said.err())
                .contains("contracts/acme.yaml: auth.encoding: \"hexx\" is not one of hex, base64, base64url")
                .contains("contracts/other.json: the file is not JSON");
    }
}

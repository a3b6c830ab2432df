package dev.longstop.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.contract.Contracts;
import dev.longstop.contract.Secret;
import dev.longstop.inbox.Source;
import dev.longstop.verification.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a sender sent is recorded byte for byte and can be tried again and again. */
class CaptureTest {

    private static final long IN_TIME_MS = 60_000;

    @TempDir
    Path folder = Path.of("");

    private Terminal terminal = new Terminal(folder);

    @BeforeEach
    void begin() {
        terminal = new Terminal(folder);
        terminal.environment.put("S", "a-secret-of-sixteen-and-more");
        terminal.file("longstop.yaml", """
                sources: { github: { secrets: env:S, rules: [{ event: "*", start: one }] } }
                agents: { one: { command: [one] } }
                """);
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Terminal.Said captured(String source, String body, Map<String, String> headers) {
        int port = freePort();
        // In a thread of its own: the HTTP client needs the common pool, which on two processors has one thread.
        var said = CompletableFuture.supplyAsync(
                () -> terminal.run("capture", source, "--listen", "127.0.0.1:" + port),
                work -> new Thread(work, "capture").start());
        var uri = URI.create("http://127.0.0.1:" + port + "/in/" + source);
        Await.until(
                "it takes the delivery",
                IN_TIME_MS,
                () -> new Http().send("POST", uri, headers, body.getBytes(StandardCharsets.UTF_8))
                        instanceof Http.Answered);
        return said.orTimeout(IN_TIME_MS, TimeUnit.MILLISECONDS).join();
    }

    @Test
    void aDeliveryIsRecordedAndDecidedLikeAnyOther() throws IOException {
        var secret = new Secret("s", "a-secret-of-sixteen-and-more", Optional.empty());
        var body = "{\"action\":\"opened\",\"x\":\"Grüße\"}";
        var contract = ((Contracts.Sound) Contracts.builtIn("github")).contract();
        var source = new Source(
                "github",
                contract,
                List.of(secret),
                List.of(),
                List.of(),
                Optional.empty(),
                1_000,
                1_000,
                Source.Replays.HOLD);
        var letter = new Letter(source, "id-7", "issues", body.getBytes(StandardCharsets.UTF_8), 0);
        var said = captured("github", body, letter.sign(secret).orElseThrow().headers());

        assertThat(said.err()).isEmpty();
        assertThat(said.exit()).isZero();
        assertThat(said.out()).contains("recorded POST with ", "the contract github takes it");
        var file = folder.resolve("github.captured.json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(file)).contains("env:S", "Grüße", "id-7").doesNotContain("a-secret-of");
        assertThat(terminal.run("contracts", "test", "github.captured.json").out())
                .isEqualTo("1 passed, 0 failed\n");
        terminal.environment.put("S", "another-secret-of-the-operator");
        assertThat(terminal.run("contracts", "test", "github.captured.json").out())
                .contains("captured: recorded as accept, is rejected as wrong_signature");
        terminal.environment.remove("S");
        assertThat(terminal.run("contracts", "test", "github.captured.json").err())
                .contains("the environment variable S is not set");
    }

    @Test
    void aSenderThatIsNotConfiguredIsRecordedToo() throws IOException {
        var said = captured("acme", "not json at all", Map.of("X-Acme", "abc"));
        assertThat(said.exit()).isZero();
        assertThat(Files.readString(folder.resolve("acme.captured.json")))
                .contains("\"x-acme\" : \"abc\"", "not json at all", "env:SECRET");
        assertThat(terminal.run("capture", "acme").err()).contains("acme.captured.json is there already");
    }

    @Test
    void itWaitsNoLongerThanItIsTold() {
        assertThat(terminal.run("capture", "acme", "--wait", "0").err()).contains("nothing came within 0 s");
        assertThat(terminal.run("capture", "ACME").exit()).isEqualTo(Exit.USAGE);
    }
}

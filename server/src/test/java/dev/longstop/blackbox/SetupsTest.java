package dev.longstop.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.longstop.proof.KeyedTarget;
import dev.longstop.time.Patience;
import dev.longstop.time.SystemTime;
import dev.longstop.verification.platform.FakePlatform;
import dev.longstop.verification.platform.FakeWebhooks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.json.JsonMapper;

/**
 * The set-ups of the README, as they stand there, but for addresses: of what they listen on, and of what is played here
 * (R5, R20, R21, R23, U4).
 */
@Timeout(200)
class SetupsTest {

    private static final long WAIT_MS = 60_000;
    private static final String DAY = "2026-11-30";
    private static final String JOB = "7000001";
    private static final String HOOK = "whsec_"
            + Base64.getEncoder().encodeToString("what the platform signs with".getBytes(StandardCharsets.UTF_8));

    @Test
    void githubToACommand() throws IOException {
        try (var here = installation(setup("GitHub to a command")).script("triage.sh", "true")) {
            var program = here.serve();

            here.post(program, Github.issue("first", "acme/shop", 1));

            until(() -> here.done(program, "first"));
            assertThat(here.ledger("done", "first")).hasSize(1);
            for (int i = 2; i <= 21; i++) {
                here.post(program, Github.issue("more-" + i, "acme/shop", i));
            }
            until(() -> here.done(program, "more-20"));
            assertThat(here.runs(program, "more-21").get(0).path("state").asString(""))
                    .as("twenty an hour")
                    .isEqualTo("held");
        }
    }

    @Test
    void githubToAManagedAgentAndBackToTheIssue() throws IOException {
        try (var openai = new FakePlatform("openai-responses");
                var github = new Comments();
                var here = installation(setup("GitHub to a managed agent, and back to the issue")
                        .replace("{ secrets: { api_key", "{ base: \"" + openai.url() + "\", secrets: { api_key")
                        .replace("{ github_comment", "{ base: \"" + github.url() + "\", github_comment"))) {
            openai.launchAs("in_progress");
            var program = here.serve();

            here.post(program, Github.issue("asked", "acme/shop", 7));
            until(() -> openai.launches().size() == 1);
            assertThat(openai.launches().get(0)).contains("gpt-5", "Answer this issue, briefly: ", "asked");
            openai.answer(JOB, "completed");
            var webhooks = new FakeWebhooks(openai, HOOK).announce("completed", JOB, new SystemTime().wallMs());
            webhooks.repeat(3)
                    .take()
                    .forEach(webhook ->
                            here.postLater(program, "openai", webhook).join());

            until(() -> here.done(program, "asked") && !github.comments.isEmpty());
            assertThat(github.comments)
                    .singleElement()
                    .asString()
                    .startsWith("/repos/acme/shop/issues/7/comments done\n");
            assertThat(openai.launches()).hasSize(1);
        }
    }

    @Test
    void cronAndNoWebhookAtAll() throws IOException {
        try (var openai = new FakePlatform("openai-responses");
                var target = new KeyedTarget(0);
                var here = installation(setup("Cron, and no webhook at all")
                        .replace("{ secrets: { api_key", "{ base: \"" + openai.url() + "\", secrets: { api_key")
                        .replace(
                                "https://example.org/hooks/report", target.url().toString()))) {
            openai.launchAs("completed");
            var program = here.serve();

            for (int time = 0; time < 2; time++) {
                var said = here.command(
                        "start",
                        "report",
                        "--key",
                        DAY,
                        "--set",
                        "day=" + DAY,
                        "--wait",
                        "--url",
                        program.adminUrl().toString());
                assertThat(said.exit()).as(said.out() + said.err()).isZero();
            }

            assertThat(openai.launches()).singleElement().asString().contains("Write the report of ", DAY);
            until(() -> target.done() == 1);
            assertThat(target.bodies().values()).containsExactly(List.of("{\"report\":\"done\"}"));
        }
    }

    /** The configuration that the README gives under a heading. */
    private static String setup(String heading) throws IOException {
        var page = Files.readString(Path.of("..", "README.md"));
        var section = page.substring(page.indexOf("\n### " + heading + "\n"));
        int begin = section.indexOf("```yaml\n") + "```yaml\n".length();
        return section.substring(begin, section.indexOf("\n```\n", begin) + 1);
    }

    private static Installation installation(String setup) {
        var open = "public: { listen: \"127.0.0.1:0\" }\n";
        var listening = setup.contains("public: { ")
                ? setup.replace("public: { ", "public: { listen: \"127.0.0.1:0\", ")
                : open + setup;
        var here = Installation.of("admin: { listen: \"127.0.0.1:0\" }\n" + listening);
        here.write("secrets/openai", "sk-of-a-platform-that-is-played");
        here.write("secrets/openai-webhook", HOOK);
        here.write("secrets/github-token", "ghp_of-a-forge-that-is-played");
        return here;
    }

    private static void until(BooleanSupplier condition) {
        assertThat(Patience.until(WAIT_MS, condition)).isTrue();
    }

    /** GitHub, as far as comments go. */
    private static final class Comments implements AutoCloseable {

        private final List<String> comments = new CopyOnWriteArrayList<>();
        private final HttpServer server;

        Comments() {
            try {
                server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            server.createContext("/", exchange -> {
                try (exchange) {
                    var json = JsonMapper.shared().readTree(exchange.getRequestBody());
                    boolean said = exchange.getRequestMethod().equals("POST");
                    if (said) {
                        comments.add(exchange.getRequestURI() + " "
                                + json.path("body").asString(""));
                    }
                    var answer = (said ? "{\"id\":1}" : "[]").getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(said ? 201 : 200, answer.length);
                    exchange.getResponseBody().write(answer);
                }
            });
            server.start();
        }

        String url() {
            return "http://127.0.0.1:" + server.getAddress().getPort();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }
}

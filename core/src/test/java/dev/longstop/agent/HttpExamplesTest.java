package dev.longstop.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.longstop.http.JdkHttpCaller;
import dev.longstop.loop.Eventually;
import dev.longstop.queue.Ending;
import dev.longstop.queue.RetrySettings;
import dev.longstop.time.SystemTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The services among the examples do what they say, called as the program calls them.
 *
 * <p>They need python3 and node on the path. {@code ./test} installs what is missing; where that cannot be had, it says
 * so aloud and names what is left in the property {@code longstop.examples}. Without that property all must run.
 */
@Timeout(120)
class HttpExamplesTest {

    private static final Path EXAMPLES =
            Path.of("..", "examples", "http").toAbsolutePath().normalize();
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final Pattern LISTENING = Pattern.compile("listening on ([0-9]+)");

    @TempDir
    private Path folder;

    static List<String> languages() {
        return List.of(System.getProperty("longstop.examples", "java,python,typescript")
                .split(",", -1));
    }

    private List<String> command(String language) throws IOException, InterruptedException {
        return switch (language) {
            case "python" -> List.of("python3", EXAMPLES.resolve("agent.py").toString());
            case "java" -> List.of(java(), EXAMPLES.resolve("Agent.java").toString());
            case "typescript" -> List.of("node", compiled().toString());
            default -> throw new IllegalArgumentException("there is no example in " + language);
        };
    }

    private static String java() {
        return ProcessHandle.current().info().command().orElse("java");
    }

    /** The example as every Node can run it, by TypeScript's own compiler, which Maven brings. */
    private Path compiled() throws IOException, InterruptedException {
        var compiler = folder.resolve("typescript.js");
        try (var resource = HttpExamplesTest.class.getResourceAsStream(
                "/META-INF/resources/webjars/typescript/5.6.3/lib/typescript.js")) {
            assertThat(resource).as("the compiler").isNotNull();
            Files.copy(resource, compiler);
        }
        var script = folder.resolve("compile.js");
        Files.writeString(script, """
                const ts = require("./typescript.js"), fs = require("fs");
                const options = { module: "nodenext", target: "es2022", strict: true };
                const out = ts.transpileModule(fs.readFileSync(process.argv[2], "utf8"),
                    { compilerOptions: options, reportDiagnostics: true, fileName: "agent.mts" });
                if (out.diagnostics.length > 0) { console.error(out.diagnostics); process.exit(1); }
                fs.writeFileSync("agent.mjs", out.outputText);
                """);
        var compile = new ProcessBuilder(
                        "node", script.toString(), EXAMPLES.resolve("agent.ts").toString())
                .directory(folder.toFile())
                .inheritIO()
                .start();
        assertThat(compile.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(compile.exitValue()).isZero();
        return folder.resolve("agent.mjs");
    }

    @ParameterizedTest
    @MethodSource("languages")
    void theServiceKnowsItsCallerAnswersOnceAndCallsBack(String language) throws IOException, InterruptedException {
        var log = folder.resolve("log");
        var builder = new ProcessBuilder(command(language))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(Map.of("AGENT_SECRET", SECRET, "PORT", "0"));
        var process = builder.start();
        var heard = new CopyOnWriteArrayList<String>();
        var ear = ear(heard);
        try (var caller = new JdkHttpCaller(new SystemTime())) {
            eventually(
                    language + " to listen", () -> LISTENING.matcher(read(log)).find() || !process.isAlive());
            var port = LISTENING.matcher(read(log));
            assertThat(port.find()).as(read(log)).isTrue();
            var url = URI.create("http://127.0.0.1:" + port.group(1) + "/run");
            var agent = agent(caller, url, SECRET, ear);

            assertThat(label(agent.run(Work.of(1).assignment("{\"issue\":{\"title\":\"Crash at start\"}}"))))
                    .isEqualTo("{\"label\":\"bug\"}");
            assertThat(label(agent.run(Work.of(1).assignment("{\"issue\":{\"title\":\"other\"}}"))))
                    .as("the same key, the same answer")
                    .isEqualTo("{\"label\":\"bug\"}");
            assertThat(label(agent.run(Work.of(2).assignment("{\"issue\":{\"title\":\"Why?\"}}"))))
                    .isEqualTo("{\"label\":\"question\"}");
            assertThat(agent(caller, url, "another secret", ear).run(Work.of(3).assignment("{}")))
                    .isInstanceOfSatisfying(
                            Ending.Dead.class,
                            dead -> assertThat(dead.report().outcome()).isEqualTo("HTTP 401"));
            assertThat(agent.run(Work.of(4).assignment("{\"takes_long\":true}")))
                    .isInstanceOf(Ending.Waiting.class);
            eventually(language + " to call back", () -> !heard.isEmpty());
            assertThat(CallbackBody.read(heard.get(0).getBytes(UTF_8)))
                    .hasValueSatisfying(ending -> assertThat(label(ending)).isEqualTo("{\"label\":\"question\"}"));
        } finally {
            process.destroyForcibly();
            ear.stop(0);
        }
    }

    private static HttpAgent agent(JdkHttpCaller caller, URI url, String secret, HttpServer ear) {
        var settings = new HttpSettings("ask", url, Optional.of(secret), 1, 60_000, RetrySettings.DEFAULT);
        var here = URI.create("http://127.0.0.1:" + ear.getAddress().getPort());
        return new HttpAgent(settings, caller, () -> here, new SystemTime(), JobHandover.none());
    }

    /** Hears callbacks as the program's public side does. */
    private static HttpServer ear(List<String> heard) throws IOException {
        var ear = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ear.createContext("/callback/4", exchange -> {
            try (exchange) {
                heard.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
                exchange.sendResponseHeaders(200, -1);
            }
        });
        ear.start();
        return ear;
    }

    private static void eventually(String what, BooleanSupplier condition) {
        assertThat(Eventually.within(60_000, condition)).as(what).isTrue();
    }

    private static String label(Ending ending) {
        assertThat(ending).isInstanceOf(Ending.Done.class);
        return ((Ending.Done) ending).report().result().replace(" ", "");
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            return "";
        }
    }
}

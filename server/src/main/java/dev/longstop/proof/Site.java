package dev.longstop.proof;

import dev.longstop.app.Program;
import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller;
import dev.longstop.proof.ScratchPlatforms.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An installation in the scratch folder: its configuration, its secrets, the program that serves from it.
 *
 * <p><i>Threads</i>: one at a time; {@link #close} by any.
 */
public final class Site implements AutoCloseable {

    /** What senders sign with. */
    public static final String SECRET = "a-secret-that-signs-scratch-deliveries";

    private static final String TOKEN = "a-token-for-a-scratch-installation";
    private static final int ANSWER_BYTES_MAX = 4 * 1024 * 1024;
    private static final long ANSWER_MS = 30_000;

    private static final String CONFIGURATION = """
            public: { listen: "127.0.0.1:0" }
            admin:  { listen: "127.0.0.1:0", token: file:secrets/admin }
            store:  @store@
            lease:  2s
            sources:
              github:
                secrets: [file:secrets/github]
                rules:
                  - { event: issues.opened, start: service }
                  - { event: issues.closed, start: command }
            @rules@
            agents:
              service: { http: "@agent@", concurrency: 8, then: [tell], retry: { attempts: 8, backoff: 100ms..1s } }
              command: { command: [sh, "@folder@/note.sh"], concurrency: 8, then: [tell],
                         retry: { attempts: 8, backoff: 100ms..1s } }
            @launchers@
            platforms:
            @platforms@
            effects:
              tell: { http: "@target@", body: "${event.id}", timeout: 2s, after: [succeeded, failed],
                      retry: { attempts: 8, backoff: 100ms..1s } }
            """;

    private static final String RULE = """
                  - { event: %s, start: %s }
            """;
    private static final String LAUNCHER = """
              %s: { platform: %s, with: %s, then: [tell], retry: { attempts: 8, backoff: 100ms..1s } }
            """;
    private static final String PLATFORM = """
              %s: { base: "%s", secrets: { api_key: file:secrets/key }, sla: 10m,
                    with: { callbackUrl: "http://127.0.0.1:9/lost" } }
            """;

    /** One line for each attempt, in a write that other attempts cannot split. */
    private static final String NOTE = """
            cat > payload.json
            echo "$LONGSTOP_EVENT_ID $LONGSTOP_IDEMPOTENCY_KEY" >> "@folder@/commands.txt"
            """;

    private final Scratch scratch;
    private final Program.Launch launch;
    private final HttpCaller http;
    private final List<Program> programs = new ArrayList<>();
    private boolean closed;

    private Site(Scratch scratch, Program.Launch launch, HttpCaller http) {
        this.scratch = scratch;
        this.launch = launch;
        this.http = http;
    }

    /** Where the program finds the others. */
    record Others(URI agent, ScratchPlatforms platforms, URI target, int pollSeconds) {}

    /** Writes the installation of a trial. */
    static Site write(Scratch scratch, Path jar, Others others, HttpCaller http) {
        var folder = scratch.folder();
        try {
            Files.createFile(folder.resolve("commands.txt"));
            Files.writeString(folder.resolve("note.sh"), NOTE.replace("@folder@", folder.toString()));
            Files.createDirectory(folder.resolve("platforms"));
            for (var kind : Kind.values()) {
                Files.writeString(
                        folder.resolve("platforms").resolve(kind.platform() + ".json"), kind.data(others.pollSeconds));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the scratch installation cannot be written", e);
        }
        var configuration = CONFIGURATION
                .replace("@agent@", others.agent.toString())
                .replace(
                        "@rules@\n",
                        eachKind(kind -> RULE.formatted(kind.starts().event(), kind.platform())))
                .replace(
                        "@launchers@\n",
                        eachKind(kind -> LAUNCHER.formatted(kind.platform(), kind.platform(), kind.with())))
                .replace(
                        "@platforms@\n",
                        eachKind(kind -> PLATFORM.formatted(kind.platform(), others.platforms.url(kind))))
                .replace("@target@", others.target.toString());
        return new Site(scratch, Program.Launch.of(jar, configured(scratch, configuration)), http);
    }

    /**
     * Writes an installation that is configured otherwise, whose program gets the options of this Java machine.
     *
     * @param configuration with {@code @store@} and {@code @folder@} for what the scratch has; its secrets are
     *     {@code file:secrets/github} and {@code file:secrets/admin}
     */
    public static Site write(Scratch scratch, Path jar, String configuration, HttpCaller http) {
        return new Site(scratch, Program.Launch.asThis(jar, configured(scratch, configuration)), http);
    }

    private static Path configured(Scratch scratch, String configuration) {
        var folder = scratch.folder();
        try {
            secret(folder, "github", SECRET);
            secret(folder, "admin", TOKEN);
            secret(folder, "key", TOKEN);
            if (scratch.password().isPresent()) {
                secret(folder, "database", scratch.password().get());
            }
            return Files.writeString(
                    folder.resolve("longstop.yaml"),
                    configuration.replace("@store@", scratch.store()).replace("@folder@", folder.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException("the scratch installation cannot be written", e);
        }
    }

    private static void secret(Path folder, String name, String value) throws IOException {
        var file = folder.resolve("secrets").resolve(name);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, value);
        file.toFile().setReadable(false, false);
        file.toFile().setReadable(true, true);
    }

    private static String eachKind(Function<Kind, String> lines) {
        return Arrays.stream(Kind.values()).map(lines).collect(Collectors.joining());
    }

    /** Starts a program that serves from here. */
    public Program serve() {
        var program = Program.serve(launch);
        if (keep(program)) {
            return program;
        }
        program.close();
        throw new IllegalStateException("the trial was broken off");
    }

    private synchronized boolean keep(Program program) {
        programs.removeIf(older -> !older.alive());
        programs.add(program);
        return !closed;
    }

    /** A document of the admin API. */
    public JsonNode ask(Program program, String path) {
        var request = new HttpCaller.Request(
                "GET",
                URI.create(program.adminUrl() + path),
                Headers.of("Authorization", "Bearer " + TOKEN),
                new byte[0],
                ANSWER_MS,
                ANSWER_BYTES_MAX,
                false);
        var answer = http.call(request);
        if (answer instanceof HttpCaller.Answered answered && answered.status() == 200) {
            return JsonMapper.shared().readTree(answered.body());
        }
        throw new IllegalStateException(
                "the admin API says " + answer + " to " + path + "; the program said:\n" + program.log());
    }

    /** All of a list of the admin API, page by page. */
    List<JsonNode> all(Program program, String list) {
        var all = new ArrayList<JsonNode>();
        each(program, list, all::add);
        return all;
    }

    /** Gives each of a list of the admin API away, so that a long one need not be held. */
    public void each(Program program, String list, Consumer<JsonNode> taking) {
        var next = "/api/" + list + "?limit=200";
        while (!next.isEmpty()) {
            var page = ask(program, next);
            page.path(list).forEach(taking);
            next = page.path("next").asString("");
        }
    }

    /** The lines that commands left, one for each attempt: the event and the key. */
    List<Map.Entry<String, String>> commands() {
        try {
            return Files.readAllLines(scratch.folder().resolve("commands.txt"), StandardCharsets.UTF_8).stream()
                    .map(line -> line.split(" ", 2))
                    .map(words -> Map.entry(words[0], words.length < 2 ? "" : words[1]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The processes that began here and have not ended, the program apart; on systems that show where one works. */
    List<ProcessHandle> left() {
        return ProcessHandle.allProcesses()
                .filter(process -> programs.stream().noneMatch(program -> program.pid() == process.pid()))
                .filter(process -> worksHere(process.pid()))
                .toList();
    }

    private boolean worksHere(long pid) {
        try {
            return Path.of("/proc", Long.toString(pid), "cwd").toRealPath().startsWith(scratch.folder());
        } catch (IOException gone) {
            return false; // It ended between the two looks, or there is no such folder on this system.
        }
    }

    /** Ends the program, and what it left running. */
    @Override
    public synchronized void close() {
        closed = true;
        programs.forEach(Program::close);
        left().forEach(ProcessHandle::destroyForcibly);
    }
}

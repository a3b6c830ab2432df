package dev.longstop.blackbox;

import dev.longstop.app.Program;
import dev.longstop.verification.platform.FakeWebhooks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An installation in a folder of its own, and the program that serves from it, as its operator sees both. */
final class Installation implements AutoCloseable {

    static final String SECRET = "a-secret-of-the-black-box-tests";

    private static final Duration ANSWER = Duration.ofSeconds(30);

    private final Path folder;
    private final List<Program> programs = new ArrayList<>();
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private Installation(Path folder) {
        this.folder = folder;
    }

    /** A fresh folder with a configuration; {@code @folder@} in it stands for the folder. */
    static Installation of(String configuration) {
        try {
            var base = Files.createDirectories(Path.of("target", "blackbox").toAbsolutePath());
            var folder = Files.createTempDirectory(base, "installation-");
            var installation = new Installation(folder);
            installation.write("secrets/github", SECRET);
            installation.write("longstop.yaml", configuration.replace("@folder@", folder.toString()));
            Files.createFile(folder.resolve("ledger.txt"));
            return installation;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * One agent that notes in the ledger when it begins and when it is done; {@code @work@} is what it does between.
     */
    static Installation ofAgent(String work) {
        return of(STANDARD).script("agent.sh", work);
    }

    /** Ports that nobody has, SQLite, a rule for opened issues, and an agent that is the script {@code agent.sh}. */
    static final String STANDARD = """
            public: { listen: "127.0.0.1:0" }
            admin:  { listen: "127.0.0.1:0" }
            store:  sqlite:data/longstop.db
            sources:
              github:
                secrets: [file:secrets/github]
                rules: [{ event: issues.opened, start: agent }]
            agents:
              agent: { command: [./agent.sh], concurrency: 8, retry: { attempts: 8, backoff: 100ms..1s } }
            """;

    /** Makes the agent's script: it notes its beginning and its end. */
    Installation script(String name, String work) {
        var text = "#!/bin/sh\ncat > payload.json\n"
                + "echo \"begun $LONGSTOP_EVENT_ID $LONGSTOP_IDEMPOTENCY_KEY\" >> " + folder + "/ledger.txt\n"
                + work
                + "\necho \"done $LONGSTOP_EVENT_ID $LONGSTOP_IDEMPOTENCY_KEY\" >> " + folder + "/ledger.txt\n";
        if (!write(name, text).toFile().setExecutable(true)) {
            throw new IllegalStateException("cannot make the agent executable");
        }
        return this;
    }

    Path write(String name, String text) {
        try {
            var file = folder.resolve(name);
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.writeString(file, text);
            if (name.startsWith("secrets/")
                    && !(file.toFile().setReadable(false, false)
                            && file.toFile().setReadable(true, true))) {
                throw new IOException("cannot keep " + file + " to its owner");
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a file of the folder holds; empty while it is not there. */
    String read(String name) {
        var file = folder.resolve(name);
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path folder() {
        return folder;
    }

    /** The packaged program. */
    static Path jar() {
        return Path.of(Objects.requireNonNull(
                System.getProperty("longstop.jar"), "the build names the packaged program in longstop.jar"));
    }

    /** Starts a program that serves from here. */
    Program serve() {
        var program = Program.serve(
                new Program.Launch(jar(), folder.resolve("longstop.yaml"), ClassArchive.options(jar()), Map.of()));
        programs.add(program);
        return program;
    }

    /** The processes here that were to become commands, and whose program was killed before they were told which. */
    List<Long> helpersLeft() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().command().orElse("").endsWith("/jspawnhelper"))
                .filter(process -> process.parent().map(ProcessHandle::pid).orElse(1L) == 1)
                .filter(process -> worksHere(process.pid()))
                .map(ProcessHandle::pid)
                .toList();
    }

    private boolean worksHere(long pid) {
        try {
            return Path.of("/proc", Long.toString(pid), "cwd").toRealPath().startsWith(folder.toRealPath());
        } catch (IOException gone) {
            return false; // It ended between the two looks, or there is no such folder on this system.
        }
    }

    /** What agents noted, of one event and one word ({@code begun}, {@code done}). */
    List<String> ledger(String word, String eventId) {
        return ledger().stream()
                .filter(line -> line.startsWith(word + " " + eventId + " "))
                .toList();
    }

    /** Everything that agents noted. */
    List<String> ledger() {
        try {
            return Files.readAllLines(folder.resolve("ledger.txt"), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Posts a delivery and waits for the answer. */
    HttpResponse<String> post(Program program, Github delivery) {
        return postLater(program, delivery).join();
    }

    /** Posts a delivery; fails if there was no whole answer. */
    CompletableFuture<HttpResponse<String>> postLater(Program program, Github delivery) {
        return postLater(program, delivery.source(), delivery.headers(), delivery.body());
    }

    /** Posts JSON to a source as somebody signed it. */
    HttpResponse<String> post(Program program, String source, Map<String, String> headers, String json) {
        var all = new HashMap<>(headers);
        all.put("Content-Type", "application/json");
        return postLater(program, source, all, json.getBytes(StandardCharsets.UTF_8))
                .join();
    }

    private CompletableFuture<HttpResponse<String>> postLater(
            Program program, String source, Map<String, String> headers, byte[] body) {
        var request = HttpRequest.newBuilder(URI.create(program.publicUrl() + "/in/" + source))
                .timeout(ANSWER)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        headers.forEach(request::header);
        return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Any other request to the public side. */
    HttpResponse<String> request(Program program, String method, String path) {
        var request = HttpRequest.newBuilder(URI.create(program.publicUrl() + path))
                .timeout(ANSWER)
                .method(method, HttpRequest.BodyPublishers.noBody());
        return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
                .join();
    }

    /** Asks the admin API. */
    HttpResponse<String> ask(Program program, String path, Map<String, String> headers) {
        var request =
                HttpRequest.newBuilder(URI.create(program.adminUrl() + path)).timeout(ANSWER);
        headers.forEach(request::header);
        return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
                .join();
    }

    /** Posts what a fake platform sends; fails if there was no whole answer. */
    CompletableFuture<HttpResponse<String>> postLater(Program program, String source, FakeWebhooks.Delivery delivery) {
        var request = HttpRequest.newBuilder(URI.create(program.publicUrl() + "/in/" + source))
                .timeout(ANSWER)
                .POST(HttpRequest.BodyPublishers.ofByteArray(delivery.body()));
        delivery.headers().values().forEach((name, values) -> request.header(name, values.get(0)));
        return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Says something to the admin API, with the generated token. */
    HttpResponse<String> tell(Program program, String path, String body) {
        return tellLater(program, path, body).join();
    }

    /** The same; fails if there was no whole answer. */
    CompletableFuture<HttpResponse<String>> tellLater(Program program, String path, String body) {
        var request = HttpRequest.newBuilder(URI.create(program.adminUrl() + path))
                .timeout(ANSWER)
                .header("Authorization", "Bearer " + token())
                .POST(HttpRequest.BodyPublishers.ofString(body));
        return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private String token() {
        try {
            return Files.readString(folder.resolve("data/admin-token")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A document of the admin API, asked for with the generated token. */
    JsonNode api(Program program, String path) {
        var answer = ask(program, path, Map.of("Authorization", "Bearer " + token()));
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(path + " -> " + answer.statusCode() + " " + answer.body());
        }
        return JsonMapper.shared().readTree(answer.body());
    }

    /** The runs of an event, by what GitHub called it; empty if there is no such event. */
    List<JsonNode> runs(Program program, String eventId) {
        var events =
                api(program, "/api/events?source=github&event_id=" + eventId).path("events");
        if (events.isEmpty()) {
            return List.of();
        }
        var runs = new ArrayList<JsonNode>();
        api(program, "/api/events/" + events.get(0).path("seq").asString("0"))
                .path("runs")
                .forEach(runs::add);
        return runs;
    }

    /** Whether the event has one run and that is done. */
    boolean done(Program program, String eventId) {
        var runs = runs(program, eventId);
        return runs.size() == 1 && runs.get(0).path("state").asString("").equals("done");
    }

    /** How many events there are, up to 200. */
    int events(Program program) {
        return api(program, "/api/events?limit=200").path("events").size();
    }

    /** Runs a command of the program in this folder, which takes two minutes at most. */
    Said command(String... words) {
        return command(Duration.ofMinutes(2), words);
    }

    /** Runs a command of the program in this folder that may take longer. */
    Said command(Duration atMost, String... words) {
        try {
            var command = new ArrayList<String>();
            command.add(ProcessHandle.current().info().command().orElse("java"));
            command.addAll(ClassArchive.options(jar()));
            command.addAll(List.of("-jar", jar().toAbsolutePath().toString()));
            command.addAll(List.of(words));
            var out = Files.createTempFile(folder, "out-", ".txt");
            var err = Files.createTempFile(folder, "err-", ".txt");
            var process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            int exit = process.onExit()
                    .orTimeout(atMost.toSeconds(), TimeUnit.SECONDS)
                    .join()
                    .exitValue();
            return new Said(exit, Files.readString(out), Files.readString(err));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a command said. */
    record Said(int exit, String out, String err) {}

    /** Ends the programs, and what those that were killed left running. */
    @Override
    public void close() {
        programs.forEach(Program::close);
        ProcessHandle.allProcesses()
                .filter(process -> worksHere(process.pid()))
                .forEach(ProcessHandle::destroyForcibly);
    }
}

package dev.longstop.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.verification.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The packaged program, or a copy with planted classes, whose system calls are written down while it serves. */
final class TracedProgram implements AutoCloseable {

    private static final long WAIT_MS = 60_000;
    private static final String CALLS = "trace=pwrite64,fsync,fdatasync,write,writev,sendto,sendmsg";
    private static final Pattern READY = Pattern.compile("ready public=(\\S+)");

    private final Process process;
    private final Path trace;
    private final URI postbox;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private TracedProgram(Process process, Path trace, URI postbox) {
        this.process = process;
        this.trace = trace;
        this.postbox = postbox;
    }

    static TracedProgram serve(Installation here, Path jar) {
        var trace = here.folder().resolve("calls.txt");
        var log = here.folder().resolve("traced.log");
        var command = new ArrayList<>(List.of("strace", "-f", "--seccomp-bpf", "-y", "-s", "32", "-e", CALLS));
        command.addAll(List.of(
                "-o", trace.toString(), ProcessHandle.current().info().command().orElse("java")));
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xlog:disable", "-jar", jar.toString()));
        command.addAll(List.of(
                "serve", "--config", here.folder().resolve("longstop.yaml").toString()));
        try {
            var process = new ProcessBuilder(command)
                    .directory(here.folder().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            Await.until(
                    "the traced program is ready, or has ended",
                    WAIT_MS,
                    () -> !process.isAlive()
                            || READY.matcher(here.read("traced.log")).find());
            var ready = READY.matcher(here.read("traced.log"));
            assertThat(ready.find()).as(() -> here.read("traced.log")).isTrue();
            return new TracedProgram(process, trace, URI.create(ready.group(1) + "/in/github"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A copy of the packaged program in which some classes are others. */
    static Path with(Path planted, Path jar) {
        try (var classes = Files.walk(planted)) {
            Files.copy(Installation.jar(), jar);
            try (var inside = FileSystems.newFileSystem(jar)) {
                for (var file : classes.filter(Files::isRegularFile).toList()) {
                    var place = inside.getPath(planted.relativize(file).toString());
                    Files.delete(place);
                    Files.copy(file, place);
                }
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void post(Github delivery) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(postbox).POST(HttpRequest.BodyPublishers.ofByteArray(delivery.body()));
        delivery.headers().forEach(request::header);
        var answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    /** Ends it, and gives what was written down. */
    SystemCalls stop() throws IOException, InterruptedException {
        process.descendants().forEach(ProcessHandle::destroy);
        assertThat(process.waitFor(WAIT_MS, TimeUnit.MILLISECONDS)).isTrue();
        return SystemCalls.of(Files.readAllLines(trace));
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}

package dev.longstop.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.verification.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo as somebody sees it who pipes it into a file, and what is left when it is over: nothing. */
class DemoTest {

    private static final long WAIT_MS = 90_000;
    private static final int STEPS = 6;
    private static final Pattern PROCESS = Pattern.compile("process (\\d+), ready after \\d+ ms");
    private static final Pattern RUNS =
            Pattern.compile("(?m)^  java -jar .* runs --config (\\S+) \\\\\n +--url (\\S+)$");

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();

    private Process demo(String... options) throws IOException {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(ClassArchive.options(Installation.jar()));
        command.add("-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp")));
        command.addAll(List.of("-jar", Installation.jar().toAbsolutePath().toString(), "demo"));
        command.addAll(List.of(options));
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said.txt").toFile())
                .start();
        started.add(process);
        return process;
    }

    @AfterEach
    void end() {
        started.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }

    private String said() {
        try {
            return Files.readString(folder.resolve("said.txt"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void saysOrEnds(Process demo, String words) {
        Await.until(words, WAIT_MS, () -> said().contains(words) || !demo.isAlive());
        assertThat(said()).contains(words);
    }

    /** Asks the demo alone to end, as a supervisor does; Ctrl-C reaches its serving process, too. */
    private int ended(Process demo) throws InterruptedException {
        demo.destroy();
        assertThat(demo.waitFor(WAIT_MS, TimeUnit.MILLISECONDS)).isTrue();
        return demo.exitValue();
    }

    private void nothingIsLeft() {
        assertThat(said()).endsWith("Ended; nothing is left of it.\n");
        assertThat(folder.resolve("tmp")).isEmptyDirectory();
        PROCESS.matcher(said())
                .results()
                .map(process -> Long.parseLong(process.group(1)))
                .forEach(pid -> assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive))
                        .as("process " + pid)
                        .isNotEqualTo(Optional.of(true)));
    }

    @Test
    void theStoryHoldsAndWhatItSaysToTryWorks() throws IOException, InterruptedException {
        var demo = demo("--keep");
        saysOrEnds(demo, "/api/runs\n");

        assertThat(said().lines().filter(line -> line.startsWith("   held  "))).hasSize(STEPS);
        assertThat(said()).contains("Every step held").doesNotContain("FAILED").doesNotContain("\u001b");
        var story = said().substring(0, said().indexOf("Every step held"));
        assertThat(story.lines().filter(line -> !line.contains(folder.toString())))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        tried();
        assertThat(ended(demo)).isZero();
        nothingIsLeft();
    }

    private void tried() {
        var runs = RUNS.matcher(said());
        assertThat(runs.find()).isTrue();
        try (var here = Installation.ofAgent(":")) {
            var shown = here.command("runs", "--config", runs.group(1), "--url", runs.group(2));
            assertThat(shown.exit()).as(shown.err()).isZero();
            assertThat(shown.out()).contains("triage").contains("review").contains("answer");
        }
    }

    @Test
    void brokenOffItLeavesNothing() throws IOException, InterruptedException {
        var demo = demo();
        saysOrEnds(demo, "Accepted");

        assertThat(ended(demo)).isEqualTo(130);
        nothingIsLeft();
    }
}

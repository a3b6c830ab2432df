package dev.longstop.consumer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.agent.HandlerAgent;
import dev.longstop.queue.Ending;
import dev.longstop.queue.RunState;
import dev.longstop.store.SqliteSettings;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The road as a library. */
@Timeout(120)
class RoadTest {

    private static final long WAIT_MS = 60_000;

    @TempDir
    private Path folder;

    /** Once for each agent and key, also after the road was closed and opened again. */
    @Test
    void aStartIsDoneOnceForEachKey() {
        var made = new AtomicInteger();
        var count = HandlerAgent.of("count", work -> Ending.done("made " + made.incrementAndGet()));
        long first;
        try (var road = Road.open(SqliteSettings.of(folder.resolve("road.db")), count)) {
            first = road.start("count", "k", "1".getBytes(UTF_8));
            assertThat(road.start("count", "k", "1".getBytes(UTF_8))).isEqualTo(first);
            var done = road.await(first, WAIT_MS);
            assertThat(done.summary().state()).isEqualTo(RunState.DONE);
            assertThat(done.result()).contains("made 1");
        }
        try (var road = Road.open(SqliteSettings.of(folder.resolve("road.db")), count)) {
            assertThat(road.start("count", "k", "1".getBytes(UTF_8))).isEqualTo(first);
            long other = road.start("count", "other", "1".getBytes(UTF_8));
            assertThat(road.await(other, WAIT_MS).result()).contains("made 2");
        }
        assertThat(made.get()).isEqualTo(2);
    }

    /** The example, compiled and run as it stands. */
    @Test
    void theExampleGreets() throws IOException, InterruptedException {
        var example = Path.of("..", "examples", "java", "Greeting.java").toAbsolutePath();
        var classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        assertThat(classes).contains("classes" + File.pathSeparator);
        var command = List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-cp",
                classes,
                example.toString(),
                "Ada",
                "Ada",
                "Bob");
        var out = folder.resolve("out");
        var process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(out).lines().filter(line -> line.startsWith("Hello")))
                .as(Files.readString(out))
                .containsExactly("Hello, \"Ada\"", "Hello, \"Ada\"", "Hello, \"Bob\"");
        assertThat(process.exitValue()).isZero();
    }
}

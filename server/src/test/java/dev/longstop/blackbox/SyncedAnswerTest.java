package dev.longstop.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.verification.bugs.Garden;
import dev.longstop.verification.bugs.PlantedBug;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An answer leaves after what it answers for is on the disk (I1): seen from outside, by the order of the program's
 * system calls. SIGKILL would not show it, since the operating system keeps what a dead process has written.
 *
 * <p>It needs {@code strace}. {@code ./test} installs it; where it cannot be had, it says so aloud and sets the
 * property {@code longstop.tracers} to {@code none}. Without that property it must be there.
 */
class SyncedAnswerTest {

    private static final int DELIVERIES = 10;

    @TempDir
    Path scratch;

    static List<String> tracers() {
        return Stream.of(System.getProperty("longstop.tracers", "strace"))
                .filter(tracer -> !tracer.equals("none"))
                .toList();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("tracers")
    void everyAnswerComesAfterItsSync(String tracer) throws IOException, InterruptedException {
        assertThat(tracer).isEqualTo("strace");
        var calls = answered(Installation.jar());
        assertThat(calls.early()).isEmpty();
        assertThat(calls.answers()).isEqualTo(DELIVERIES);
    }

    /** With the bug planted the same trace shows it. */
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("tracers")
    void withoutTheSyncItIsSeen(String tracer) throws IOException, InterruptedException {
        assertThat(tracer).isEqualTo("strace");
        var garden = new Garden(
                Path.of("..").toAbsolutePath().normalize(),
                scratch,
                Installation.jar().toString());
        var bug = PlantedBug.read(garden.patches().resolve("synchronous-off.patch"));
        var calls = answered(TracedProgram.with(garden.plant(bug), scratch.resolve("planted.jar")));
        assertThat(calls.answers()).isEqualTo(DELIVERIES);
        assertThat(calls.early()).hasSize(DELIVERIES).allMatch(early -> early.startsWith("written and not synced"));
    }

    /** Events that start nothing: whatever is written is written for the answer. */
    private static SystemCalls answered(Path jar) throws IOException, InterruptedException {
        try (var here = Installation.ofAgent(":");
                var program = TracedProgram.serve(here, jar)) {
            for (int i = 1; i <= DELIVERIES; i++) {
                program.post(Github.signed("sync-" + i, "star", "{\"action\":\"created\",\"number\":" + i + "}"));
            }
            return program.stop();
        }
    }

    @Test
    void anAnswerThatOvertakesItsSyncIsEarly() {
        var calls = SystemCalls.of(List.of(
                "7 pwrite64(12</data/longstop.db-wal>, \"...\", 4096, 32) = 4096",
                "7 fdatasync(12</data/longstop.db-wal>) = 0",
                "8 write(40<TCP:[1]>, \"HTTP/1.1 200 OK\\r\\n\", 99) = 99",
                "7 pwrite64(12</data/longstop.db-wal>, \"...\", 4096, 4128) = 4096",
                "7 fdatasync(12</data/longstop.db-wal> <unfinished ...>",
                "8 write(40<TCP:[1]>, \"HTTP/1.1 200 OK\\r\\n\", 99) = 99",
                "7 <... fdatasync resumed>) = 0",
                "7 pwrite64(12</data/longstop.db-wal>, \"...\", 4096, 8224) = 4096",
                "7 fdatasync(12</data/longstop.db-wal> <unfinished ...>",
                "7 <... fdatasync resumed>) = 0",
                "8 write(40<TCP:[1]>, \"HTTP/1.1 200 OK\\r\\n\", 99) = 99"));

        assertThat(calls.answers()).isEqualTo(3);
        assertThat(calls.early()).singleElement().asString().startsWith("written and not synced");
    }
}

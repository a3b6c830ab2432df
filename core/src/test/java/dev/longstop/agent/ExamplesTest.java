package dev.longstop.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.queue.Ending;
import dev.longstop.queue.Ending.Dead;
import dev.longstop.queue.Ending.Done;
import dev.longstop.queue.RetrySettings;
import dev.longstop.time.SystemTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples do what they say. */
class ExamplesTest {

    private static final Path EXAMPLES =
            Path.of("..", "examples", "agents").toAbsolutePath().normalize();

    @TempDir
    private Path data;

    private Ending run(String example, String payload) {
        var command = List.of(EXAMPLES.resolve(example).toString());
        var settings = new CommandSettings("example", command, Map.of(), 1, 30_000, RetrySettings.DEFAULT);
        var machine = Map.of("PATH", "/usr/local/bin:/usr/bin:/bin");
        var where = new CommandPlace.Where(data, "owner", data, machine, 1_000);
        try (var place = CommandPlace.open(where)) {
            return new CommandAgent(settings, place, new SystemTime())
                    .run(Work.of(1).assignment(payload));
        }
    }

    @Test
    void theShellAgentReadsStandardInputAndKnowsWhatItIsCalledFor() {
        var ending = run("label.sh", "{\"issue\":{\"title\":\"Crash $(id) `id` at start\"}}");

        assertThat(ending)
                .isInstanceOfSatisfying(
                        Done.class,
                        done -> assertThat(done.report().result())
                                .startsWith("would label it as bug\n")
                                .contains("for github/id-1, attempt 1, key ls-"));
        assertThat(run("label.sh", "{}")).isInstanceOf(Dead.class);
    }
}

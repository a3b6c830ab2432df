package dev.longstop.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.queue.Ending;
import dev.longstop.queue.Ending.Dead;
import dev.longstop.queue.Ending.Done;
import dev.longstop.queue.Ending.Retry;
import dev.longstop.queue.RetrySettings;
import dev.longstop.time.SystemTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples do what they say, with the Python of this machine. */
class ExamplesTest {

    private static final Path EXAMPLES =
            Path.of("..", "examples", "agents").toAbsolutePath().normalize();
    private static final String PATH =
            Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");

    @TempDir
    private Path data;

    @BeforeEach
    void needsPython() {
        Assumptions.assumeTrue(run("python3", "{}", Map.of()) instanceof Done, "python3 is on the PATH");
    }

    private Ending run(String program, String payload, Map<String, String> environment) {
        var command = program.contains(".") ? List.of(EXAMPLES.resolve(program).toString()) : List.of(program, "-V");
        var settings = new CommandSettings("example", command, environment, 1, 30_000, RetrySettings.DEFAULT);
        var where = new CommandPlace.Where(data, "owner", data, Map.of("PATH", PATH, "HOME", data.toString()), 1_000);
        try (var place = CommandPlace.open(where)) {
            return new CommandAgent(settings, place, new SystemTime())
                    .run(Work.of(1).assignment(payload));
        }
    }

    @Test
    void theShellAgentReadsStandardInputAndKnowsWhatItIsCalledFor() {
        var ending = run("label.sh", "{\"issue\":{\"title\":\"crash $(id) `id` \\\"at\\\" start\"}}", Map.of());

        assertThat(ending)
                .isInstanceOfSatisfying(
                        Done.class,
                        done -> assertThat(done.report().result())
                                .startsWith("would label \"crash $(id) `id` \"at\" start\" as bug\n")
                                .contains("for github/id-1, attempt 1, key ls-"));
        assertThat(run("label.sh", "{}", Map.of())).isInstanceOf(Dead.class);
    }

    @Test
    void thePythonAgentSaysWhatIsTemporary() {
        assertThat(run("answer.py", "{\"comment\":{\"body\":\"why?\"}}", Map.of()))
                .isInstanceOfSatisfying(
                        Done.class, done -> assertThat(done.report().result()).isEqualTo("would answer: why?\n"));
        assertThat(run("answer.py", "no json", Map.of())).isInstanceOf(Dead.class);
        var nobody = Map.of("ANSWER_URL", "http://127.0.0.1:1/");
        assertThat(run("answer.py", "{\"comment\":{\"body\":\"why?\"}}", nobody))
                .isInstanceOfSatisfying(
                        Retry.class,
                        retry -> assertThat(retry.report().exitCode()).hasValue(75));
    }
}

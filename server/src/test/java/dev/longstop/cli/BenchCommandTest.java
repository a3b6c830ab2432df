package dev.longstop.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code bench} says before it measures anything; the measurement itself is {@code blackbox.BenchTest}. */
class BenchCommandTest {

    @TempDir
    Path folder = Path.of("");

    private Terminal terminal = new Terminal(folder);

    @BeforeEach
    void begin() {
        terminal = new Terminal(folder);
    }

    @Test
    void aWrongNumberOrWordIsAWrongCommandLine() {
        for (var words : List.of(
                List.of("--rate", "0"),
                List.of("--rate", "2k"),
                List.of("--seconds", "3601"),
                List.of("--bytes", "249"),
                List.of("--connections", ""),
                List.of("--agents", "sleep"),
                List.of("--report", "bench.txt"))) {
            var said = terminal.run("bench", words.get(0), words.get(1));
            assertThat(said.exit()).as(words.toString()).isEqualTo(Exit.USAGE);
            assertThat(said.err()).contains(words.get(0));
        }
    }

    @Test
    void itsHelpSaysWhatIsMeasuredAndWhatIsUsual() {
        var said = terminal.run("bench", "--help");
        assertThat(said.exit()).isZero();
        assertThat(said.out()).contains("open loop", "is a closed", "2000 if not given", "--agents");
        assertThat(said.out().lines()).allMatch(line -> line.length() <= 100);
    }

    /** These tests do not run from the packaged program. */
    @Test
    void outsideOfThePackagedProgramItMeasuresNothing() {
        var said = terminal.run("bench");
        assertThat(said.exit()).isEqualTo(Exit.FAILED);
        assertThat(said.err()).contains("packaged program");
        assertThat(folder).isEmptyDirectory();
    }
}

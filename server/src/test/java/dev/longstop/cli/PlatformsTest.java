package dev.longstop.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code platforms}: what comes with the program, and whether it holds against what was recorded. */
class PlatformsTest {

    @TempDir
    Path folder = Path.of("");

    @Test
    void everythingThatComesWithTheProgramHolds() {
        var said = new Terminal(folder).run("platforms", "test");
        assertThat(said.out()).endsWith(" passed, 0 failed\n");
        assertThat(said.exit()).isZero();
    }

    @Test
    void theyAreListedAndShown() {
        var terminal = new Terminal(folder);
        assertThat(terminal.run("platforms").out()).contains("agent-callback\n", "anthropic-sessions\n");
        assertThat(terminal.run("platforms", "show", "replicate").out()).contains("\"baseUrl\"");
        var missing = terminal.run("platforms", "show", "replicat");
        assertThat(missing.exit()).isEqualTo(1);
        assertThat(missing.err()).contains("did you mean \"replicate\"?");
    }

    /** A recording that comes out otherwise is said, with what was expected; data of one's own can be tried on it. */
    @Test
    void whatComesOutOtherwiseIsSaid() throws IOException {
        var file = (ObjectNode) dev.longstop.platform.Platforms.recording("agent-callback");
        ((ObjectNode) file.path("scenarios").get(0).path("expect")).put("state", "failed");
        Files.writeString(folder.resolve("recorded.json"), file.toString());
        var terminal = new Terminal(folder);
        var said = terminal.run("platforms", "test", "recorded.json");
        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.out())
                .contains("recorded.json  scenario the callback is lost, the poll finds it: state: expected failed")
                .endsWith(" passed, 1 failed\n");
        var own = JsonMapper.shared()
                .readTree(file.path("platform").toString().replace("\"to\":\"succeeded\"", "\"to\":\"failed\""));
        Files.writeString(folder.resolve("mine.json"), own.toString());
        assertThat(terminal.run("platforms", "test", "recorded.json", "--platform", "mine.json")
                        .out())
                .doesNotContain("the callback is lost");
        assertThat(terminal.run("platforms", "test", "nowhere.json").exit()).isEqualTo(1);
    }
}

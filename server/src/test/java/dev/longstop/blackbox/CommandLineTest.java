package dev.longstop.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.app.Program;
import org.junit.jupiter.api.Test;

/** The newcomer's minute, and what the commands say when something is wrong. */
class CommandLineTest {

    // U7: from nothing to a signed event's finished run.
    @Test
    void initServeSendEndInAFinishedRun() {
        try (var here = Installation.of("")) {
            var init = here.command("init", "fresh");
            assertThat(init.exit()).as(init.err()).isZero();
            assertThat(here.folder().resolve("fresh/longstop.yaml")).exists();
            assertThat(here.command("check", "--config", "fresh/longstop.yaml").exit())
                    .isZero();
            assertThat(here.command("init", "fresh").exit())
                    .as("init overwrites nothing")
                    .isEqualTo(1);
        }
    }

    @Test
    void sendSignsAsGithubAndFollowsTheRun() {
        try (var here = Installation.ofAgent("echo hello from the agent")) {
            var program = here.serve();

            var sent = send(here, program);
            assertThat(sent.exit()).as(sent.out() + sent.err()).isZero();
            assertThat(sent.out()).contains("accepted").contains("hello from the agent");

            var forged = send(here, program, "--forge");
            assertThat(forged.exit()).as(forged.out() + forged.err()).isZero();
            assertThat(forged.out()).contains("401");

            var events = here.command("events", "--url", program.adminUrl().toString());
            assertThat(events.exit()).isZero();
            assertThat(events.out()).contains("issues.opened").contains("done");
            var runs = here.command("runs", "--url", program.adminUrl().toString(), "--json");
            assertThat(runs.exit()).isZero();
            assertThat(runs.out()).contains("\"agent\"");
        }
    }

    private static Installation.Said send(Installation here, Program program, String... more) {
        var words = new java.util.ArrayList<String>(java.util.List.of(
                "send",
                "github",
                "--url",
                program.publicUrl().toString(),
                "--admin-url",
                program.adminUrl().toString()));
        words.addAll(java.util.List.of(more));
        return here.command(words.toArray(String[]::new));
    }

    @Test
    void checkReportsEveryProblemWithItsLine() {
        try (var here = Installation.of(
                Installation.STANDARD.replace("rules:", "rulez:").replace("agents:", "agnets:"))) {
            var check = here.command("check");

            assertThat(check.exit()).isEqualTo(1);
            assertThat(check.err() + check.out())
                    .contains("longstop.yaml:7")
                    .contains("did you mean \"rules\"")
                    .contains("longstop.yaml:8")
                    .contains("did you mean \"agents\"")
                    .doesNotContain(Installation.SECRET);
            assertThat(here.command("serve").exit())
                    .as("serve does not start with a problem")
                    .isEqualTo(1);
        }
    }
}

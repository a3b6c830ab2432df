package dev.longstop.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that order something: what they ask for, what they say, and how they end. */
class OrdersTest {

    @TempDir
    Path folder = Path.of("");

    private Terminal terminal = new Terminal(folder);
    private FakeProgram program = new FakeProgram("unused-unused-unused");

    @BeforeEach
    void begin() {
        terminal = new Terminal(folder);
        terminal.environment.put("TOKEN", "the-token");
    }

    @AfterEach
    void end() {
        program.close();
    }

    private Terminal.Said ask(String... words) {
        var all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--url", program.url(), "--token", "env:TOKEN"));
        return terminal.run(all.toArray(String[]::new));
    }

    @Test
    void aStartSaysWhatItStarted() {
        program.answering("/api/runs", "{\"id\":7,\"state\":\"pending\",\"status\":\"accepted\"}");
        var said = ask("start", "triage", "--key", "k", "--set", "issue=4711", "--set", "title=a b", "--set", "x=[1]");
        assertThat(said.out()).isEqualTo("run 7 is pending\n");
        assertThat(said.exit()).isZero();
        assertThat(program.orders)
                .containsExactly(
                        "{\"agent\":\"triage\",\"key\":\"k\",\"set\":{\"issue\":4711,\"title\":\"a b\",\"x\":[1]}}");
        program.answering("/api/runs", "{\"id\":7,\"state\":\"done\",\"outcome\":\"exit 0\",\"status\":\"duplicate\"}");
        assertThat(ask("start", "triage", "--key", "k").out())
                .isEqualTo("run 7 is done (exit 0); it was started before\n");
    }

    /** U4: with --wait the exit code is the outcome, also when the program is away meanwhile. */
    @Test
    void theOutcomeIsTheExitCode() {
        program.answering("/api/runs", "{\"id\":7,\"state\":\"pending\",\"status\":\"accepted\"}")
                .answering(
                        "/api/runs/7",
                        "{\"id\":7,\"state\":\"running\"}",
                        "!{\"title\":\"away\"}",
                        "{\"id\":7,\"state\":\"done\",\"outcome\":\"exit 0\",\"result\":\"one\\ntwo\"}");
        var done = ask("start", "triage", "--key", "k", "--wait");
        assertThat(done.out()).isEqualTo("run 7 is done (exit 0)\none\ntwo\n");
        assertThat(done.exit()).isZero();
        program.answering("/api/runs", "{\"id\":8,\"state\":\"dead\",\"outcome\":\"exit 127\"}");
        assertThat(ask("start", "triage", "--key", "dead", "--wait").exit()).isEqualTo(1);
        program.answering("/api/runs", "{\"id\":9,\"state\":\"held\"}");
        assertThat(ask("start", "triage", "--key", "held", "--wait").exit()).isEqualTo(1);
        program.answering("/api/runs", "{\"id\":7,\"state\":\"pending\"}");
        assertThat(ask("start", "triage", "--key", "slow", "--wait", "--within", "0")
                        .exit())
                .isEqualTo(1);
    }

    @Test
    void aStartNeedsAnAgentAndAKey() {
        assertThat(ask("start", "triage").exit()).isEqualTo(2);
        assertThat(ask("start", "--key", "k").exit()).isEqualTo(2);
        assertThat(ask("start", "triage", "--key", "k", "--set", "novalue").exit())
                .isEqualTo(2);
        assertThat(program.orders).isEmpty();
    }

    @Test
    void decisionsAreOrderedRunByRun() {
        program.answering("/api/runs/42/requeue", "{\"id\":42,\"state\":\"pending\"}")
                .answering("/api/runs/43/requeue", "!{\"title\":\"Conflict\",\"detail\":\"the run is done\"}");
        var said = ask("requeue", "42", "43", "44", "x");
        assertThat(said.out()).isEqualTo("run 42 is pending\n");
        assertThat(said.err()).contains("run 43: ", "the run is done", "there is no run 44", "there is no run x");
        assertThat(said.exit()).isEqualTo(1);
        program.answering("/api/runs/42/cancel", "{\"id\":42,\"state\":\"cancelled\"}");
        assertThat(ask("cancel", "42").out()).isEqualTo("run 42 is cancelled\n");
        program.answering("/api/runs/42/release", "{\"id\":42,\"state\":\"pending\"}");
        assertThat(ask("release", "42").exit()).isZero();
    }

    /** W5: what waits for one reason is let go in one go, however many pages it fills. */
    @Test
    void manyRunsAreDecidedAtOnce() {
        program.answering(
                        "/api/runs?state=held&agent=triage&limit=200",
                        "{\"runs\":[{\"id\":\"43\"}],\"next\":\"/api/runs?state=held&before=43\"}")
                .answering("/api/runs?state=held&agent=triage&limit=200&before=43", "{\"runs\":[{\"id\":\"42\"}]}")
                .answering("/api/runs/42/release", "{\"id\":42,\"state\":\"pending\"}")
                .answering("/api/runs/43/release", "{\"id\":43,\"state\":\"pending\"}")
                .answering("/api/runs?state=dead&limit=200", "{\"runs\":[]}");
        var said = ask("release", "--all", "--agent", "triage");
        assertThat(said.out()).isEqualTo("run 43 is pending\nrun 42 is pending\n");
        assertThat(said.exit()).isZero();
        assertThat(ask("requeue", "--all").out()).isEqualTo("no run is dead\n");
        assertThat(ask("release").exit()).isEqualTo(2);
        assertThat(ask("release", "42", "--all").exit()).isEqualTo(2);
        assertThat(ask("release", "42", "--agent", "triage").exit()).isEqualTo(2);
        assertThat(ask("cancel", "--all").exit()).isEqualTo(2);
    }

    @Test
    void pausesSayWhatIsPaused() {
        program.answering("/api/pause", "{\"changed\":true,\"paused\":[\"*\",\"triage\"]}")
                .answering("/api/resume", "{\"changed\":true,\"paused\":[]}");
        assertThat(ask("pause", "triage").out()).isEqualTo("paused: everything, triage\n");
        assertThat(ask("resume", "--all").out()).isEqualTo("nothing is paused\n");
        assertThat(program.orders).containsExactly("{\"agent\":\"triage\"}", "{\"all\":true}");
        assertThat(ask("pause").exit()).isEqualTo(2);
        assertThat(ask("pause", "triage", "--all").exit()).isEqualTo(2);
    }

    @Test
    void aReloadSaysWhatChanged() {
        program.answering(
                "/api/reload",
                "{\"problems\":[],\"changed\":[\"sources.github.secrets\"],\"at_next_start\":[\"lease\"]}",
                "{\"problems\":[{\"severity\":\"warning\",\"file\":\"longstop.yaml\",\"line\":3,\"column\":5,"
                        + "\"key\":\"sources\",\"message\":\"look\"}],\"changed\":[],\"at_next_start\":[]}");
        var said = ask("reload");
        assertThat(said.out()).isEqualTo("""
                        the configuration was read again
                        changed: sources.github.secrets
                        at the next start: lease
                        """);
        assertThat(said.exit()).isZero();
        var again = ask("reload");
        assertThat(again.out()).isEqualTo("the configuration was read again; nothing has changed\n");
        assertThat(again.err()).isEqualTo("warning  longstop.yaml:3:5  sources: look\n");
    }

    /** All or nothing: every problem, and the exit code says that nothing has changed. */
    @Test
    void aReloadThatIsRefusedSaysEveryProblem() {
        var refused = "!{\"detail\":\"nothing has changed\",\"problems\":["
                + "{\"severity\":\"error\",\"file\":\"longstop.yaml\",\"line\":1,\"column\":2,\"key\":\"leese\","
                + "\"message\":\"unknown key\"},"
                + "{\"severity\":\"warning\",\"file\":\"longstop.yaml\",\"line\":0,\"column\":0,\"key\":\"\","
                + "\"message\":\"look\"}]}";
        program.answering("/api/reload", refused);
        var said = ask("reload");
        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.err())
                .startsWith("error    longstop.yaml:1:2  leese: unknown key\nwarning  longstop.yaml  look\n")
                .contains("nothing has changed");
        assertThat(ask("reload", "--json").out()).contains("\"severity\" : \"error\"");
    }
}

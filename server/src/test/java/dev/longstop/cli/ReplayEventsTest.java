package dev.longstop.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code replay}: what it asks for, what it says, and that nothing begins without {@code --yes}. */
class ReplayEventsTest {

    private static final String PLAN = "{\"plan\":\"3f9c1a70b2d4e586\",\"again\":false,\"events\":245,\"runs\":243,"
            + "\"agents\":[{\"agent\":\"triage\",\"begins\":240,\"goes_on\":3,\"suspected_replay\":2,\"paused\":true,"
            + "\"busy\":\"skip\",\"limits\":[\"2/d\"]}],"
            + "\"skipped\":[{\"why\":\"done\",\"text\":\"done; --again does it once more\",\"count\":2}],"
            + "\"items\":[],\"next\":99}";

    private static final String DONE = "{\"plan\":\"3f9c1a70b2d4e586\",\"begun\":238,\"held\":2,\"superseded\":0,"
            + "\"goes_on\":3,\"skipped\":[{\"why\":\"changed\",\"text\":\"not as it was\",\"count\":1}],\"runs\":[]}";

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
    void withoutYesItOnlySaysWhatWouldHappen() {
        program.answering("/api/replay", PLAN);
        var said = ask("replay", "--source", "github", "--since", "2h", "--type", "issues.opened", "--again");
        assertThat(said.exit()).isZero();
        assertThat(program.orders)
                .containsExactly("{\"plan\":true,\"again\":true,\"source\":\"github\",\"type\":\"issues.opened\","
                        + "\"since\":\"2h\"}");
        assertThat(said.out())
                .contains(
                        "would begin or go on: 243 runs for 245 events looked at",
                        "triage  240    3      paused: waits for `longstop resume`; 2 held as suspected replay;"
                                + " what exceeds 2/d is held; skipped where its lane is busy",
                        "left alone: 2, done; --again does it once more",
                        "nothing has begun",
                        "longstop replay --plan 3f9c1a70b2d4e586 --yes",
                        "the rest with --after 99");
    }

    @Test
    void withYesThePlanIsCarriedOut() {
        program.answering("/api/replay", PLAN, DONE);
        var said = ask("replay", "17", "github/e1", "--yes");
        assertThat(said.exit()).isZero();
        assertThat(program.orders)
                .containsExactly(
                        "{\"plan\":true,\"events\":[\"17\",\"github/e1\"]}", "{\"plan\":\"3f9c1a70b2d4e586\"}");
        assertThat(said.out())
                .contains(
                        "238 runs begun, 3 going on, 2 held",
                        "left alone: 1, not as it was",
                        "the rest with --after 99")
                .doesNotContain("nothing has begun");
    }

    @Test
    void aPlanThatWasShownIsCarriedOutByItsName() {
        program.answering("/api/replay", DONE);
        assertThat(ask("replay", "--plan", "3f9c1a70b2d4e586", "--yes", "--json")
                        .out())
                .contains("\"begun\" : 238");
        assertThat(program.orders).containsExactly("{\"plan\":\"3f9c1a70b2d4e586\"}");
    }

    /** Whatever became of it, the same plan does the rest. */
    @Test
    void aFailureSaysHowToGoOn() {
        program.answering("/api/replay", PLAN, "!{\"title\":\"away\"}");
        var said = ask("replay", "--state", "dead", "--yes");
        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.err()).contains("away", "longstop replay --plan 3f9c1a70b2d4e586 --yes");
    }

    @Test
    void nothingToDoIsNoFailure() {
        program.answering(
                "/api/replay",
                "{\"plan\":null,\"events\":1,\"runs\":0,\"agents\":[],\"skipped\":[],\"items\":[],\"next\":null}");
        var said = ask("replay", "--state", "dead", "--yes");
        assertThat(said.exit()).isZero();
        assertThat(said.out()).contains("nothing would begin");
        assertThat(program.orders).hasSize(1);
    }

    @Test
    void aChoiceIsNeeded() {
        assertThat(ask("replay").exit()).isEqualTo(2);
        assertThat(ask("replay", "--yes").err()).contains("say which events");
        assertThat(ask("replay", "--plan", "3f9c1a70b2d4e586").err()).contains("give --yes");
        assertThat(ask("replay", "--plan", "3f9c1a70b2d4e586", "--since", "2h", "--yes")
                        .exit())
                .isEqualTo(2);
        assertThat(program.orders).isEmpty();
    }
}

package dev.longstop.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.app.Program;
import dev.longstop.time.Patience;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Events that were taken in are worked through later, by range, with the running program's command. */
class ReplayTest {

    private static final long WAIT_MS = 100_000;
    private static final int EVENTS = 245;

    /** More than one commit takes. */
    private static final int CUT_OFF = 110;

    /** The rule that the events needed is not there yet. */
    private static final String WITHOUT_RULE = Installation.STANDARD.replace("issues.opened", "issues.closed");

    private static Installation.Said order(Installation here, Program program, String... words) {
        var all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--url", program.adminUrl().toString()));
        return here.command(all.toArray(String[]::new));
    }

    private static void ignoredUntilTheRuleIsThere(Installation here, Program program, int events) {
        var answers = IntStream.range(0, events)
                .mapToObj(i -> here.postLater(program, Github.issue("lost-" + i)))
                .toList();
        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.join().body()).contains("ignored"));
        here.write("longstop.yaml", Installation.STANDARD);
        assertThat(order(here, program, "reload").exit()).isZero();
    }

    private static List<String> begun(Installation here) {
        return here.ledger().stream().filter(line -> line.startsWith("begun ")).toList();
    }

    private static int done(Installation here) {
        return here.ledger().stream()
                .filter(line -> line.startsWith("done "))
                .collect(Collectors.toSet())
                .size();
    }

    // M1, U9: 245 events were dropped, since no rule named them; replayed by range, each is worked on once.
    @Test
    void aRangeOfEventsThatWereDroppedIsWorkedOnOnce() {
        try (var here = Installation.of(WITHOUT_RULE).script("agent.sh", "true")) {
            var program = here.serve();
            ignoredUntilTheRuleIsThere(here, program, EVENTS);

            var plan = order(here, program, "replay", "--source", "github", "--since", "1h");
            assertThat(plan.out()).contains("245 runs for 245 events", "nothing has begun");
            assertThat(here.ledger()).isEmpty();
            var replayed = order(here, program, "replay", "--source", "github", "--since", "1h", "--yes");
            assertThat(replayed.exit()).as(replayed.err()).isZero();
            assertThat(replayed.out()).contains("245 runs begun");
            assertThat(Patience.until(WAIT_MS, () -> done(here) == EVENTS)).isTrue();
            assertThat(begun(here)).hasSize(EVENTS).doesNotHaveDuplicates();

            var twice = order(here, program, "replay", "--source", "github", "--since", "1h", "--yes");
            assertThat(twice.out()).contains("nothing would begin", "left alone: 245, done");
            var again = order(here, program, "replay", "github/lost-7", "--again", "--yes");
            assertThat(again.out()).contains("1 run begun");
            assertThat(Patience.until(WAIT_MS, () -> done(here) == EVENTS + 1)).isTrue();
            assertThat(here.ledger("begun", "lost-7"))
                    .as("another round has another key")
                    .hasSize(2)
                    .doesNotHaveDuplicates();
            assertThat(begun(here)).hasSize(EVENTS + 1);
        }
    }

    // The program is killed while it carries a plan out; the same plan, given to the next, does the rest.
    @Test
    void aPlanOutlivesTheProcess() {
        try (var here = Installation.of(WITHOUT_RULE).script("agent.sh", "true")) {
            var first = here.serve();
            ignoredUntilTheRuleIsThere(here, first, CUT_OFF);
            var plan = JsonMapper.shared()
                    .readTree(here.tell(first, "/api/replay", "{\"plan\":true,\"source\":\"github\"}")
                            .body())
                    .path("plan")
                    .asString("");
            var asked = here.tellLater(first, "/api/replay", "{\"plan\":\"" + plan + "\"}");
            first.kill();
            var unheard = asked.handle((answer, failure) -> failure != null);
            assertThat(unheard.join()).isNotNull();

            var second = here.serve();
            var rest = order(here, second, "replay", "--plan", plan, "--yes");
            assertThat(rest.exit()).as(rest.err()).isZero();
            assertThat(Patience.until(WAIT_MS, () -> done(here) == CUT_OFF)).isTrue();
            assertThat(begun(here).stream().distinct())
                    .as("one round of each event, however often its attempt was cut off")
                    .hasSize(CUT_OFF);
            assertThat(order(here, second, "replay", "--plan", plan, "--yes").out())
                    .contains("0 runs begun");
        }
    }
}

package dev.longstop.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.app.Program;
import dev.longstop.time.Patience;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a person does with the running program's commands. */
class OperatorTest {

    private static final long WAIT_MS = 60_000;

    private static Installation.Said order(Installation here, Program program, String... words) {
        var all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--url", program.adminUrl().toString()));
        return here.command(all.toArray(String[]::new));
    }

    private static String state(Installation here, Program program, String id) {
        return here.runs(program, id).get(0).path("state").asString("");
    }

    // U4, R23, W11: the same key three times at once is one run; the exit code of each is its outcome.
    @Test
    void aStartByKeyIsDoneOnceAndItsExitCodeIsTheOutcome() {
        try (var here = Installation.ofAgent("cat payload.json\nif grep -q fail payload.json; then exit 127; fi")) {
            var program = here.serve();
            var threads = Executors.newFixedThreadPool(3);
            String[] start = {"start", "agent", "--key", "k", "--set", "n=1", "--wait"};
            var three = Stream.generate(() -> CompletableFuture.supplyAsync(() -> order(here, program, start), threads))
                    .limit(3)
                    .toList();
            assertThat(three.stream().map(CompletableFuture::join))
                    .allSatisfy(said -> assertThat(said.exit()).as(said.err()).isZero())
                    .allSatisfy(said -> assertThat(said.out()).contains("is done", "{\"n\":1}"));
            threads.shutdown();
            assertThat(here.ledger("begun", "agent/k")).hasSize(1);

            var failed = order(here, program, "start", "agent", "--key", "fail", "--set", "fail=true", "--wait");
            assertThat(failed.exit()).isEqualTo(1);
            assertThat(failed.out()).contains("is dead (exit 127)");
        }
    }

    // B7: what was given up is shown, told once, and done again under the same key when a person wants it.
    @Test
    void aDeadRunIsRequeued() {
        try (var people = new Service((asked, before) -> Service.Says.of(200, ""));
                var here = Installation.of(Installation.STANDARD + "alerts: { slack: file:secrets/alerts }\n")) {
            here.write("secrets/alerts", people.url());
            here.script("agent.sh", "if [ ! -e " + here.folder() + "/go ]; then exit 127; fi");
            var program = here.serve();
            here.post(program, Github.issue("dead-1"));
            assertThat(Patience.until(
                            WAIT_MS,
                            () -> !here.runs(program, "dead-1").isEmpty()
                                    && state(here, program, "dead-1").equals("dead")))
                    .isTrue();
            assertThat(Patience.until(WAIT_MS, () -> !people.asked.isEmpty())).isTrue();
            assertThat(people.asked.get(0).body()).contains("dead");
            here.write("go", "");
            var run = here.runs(program, "dead-1").get(0).path("id").asString("");
            assertThat(order(here, program, "requeue", run).exit()).isZero();
            assertThat(Patience.until(WAIT_MS, () -> here.done(program, "dead-1")))
                    .isTrue();
            assertThat(here.ledger("begun", "dead-1")).hasSize(2);
            assertThat(here.ledger("begun", "dead-1").stream().distinct())
                    .as("the key is the same")
                    .hasSize(1);
            assertThat(order(here, program, "requeue", run).err()).contains("the run is done");
            assertThat(people.asked).hasSize(1);
        }
    }

    // Cancel ends the process, not only the row.
    @Test
    void aCancelledRunsProcessIsEnded() {
        try (var here = Installation.ofAgent("true")) {
            here.script("agent.sh", "echo $$ > " + here.folder() + "/pid; sleep 600");
            var program = here.serve();
            here.post(program, Github.issue("cancel-1"));
            assertThat(Patience.until(WAIT_MS, () -> !here.read("pid").isBlank()))
                    .isTrue();
            long pid = Long.parseLong(here.read("pid").strip());
            var run = here.runs(program, "cancel-1").get(0).path("id").asString("");

            assertThat(order(here, program, "cancel", run).exit()).isZero();

            assertThat(Patience.until(WAIT_MS, () -> ProcessHandle.of(pid).isEmpty()))
                    .isTrue();
            assertThat(state(here, program, "cancel-1")).isEqualTo("cancelled");
            assertThat(here.ledger("done", "cancel-1")).isEmpty();
        }
    }

    // U3: five pushes leave one live run; the older one's process is ended, and its word does not count.
    @Test
    void newerWorkOfALaneTakesTheOldersPlace() {
        try (var here =
                Installation.of(Installation.STANDARD.replace("concurrency: 8", "concurrency: 8, busy: supersede"))) {
            here.script(
                    "agent.sh",
                    "echo $$ >> " + here.folder() + "/pid\nif [ $LONGSTOP_EVENT_ID != push-5 ]; then sleep 600; fi");
            var program = here.serve();
            for (int i = 1; i <= 5; i++) {
                var body = "{\"action\":\"opened\",\"repository\":{\"full_name\":\"acme/app\"},"
                        + "\"issue\":{\"number\":7},\"n\":" + i + "}";
                here.post(program, Github.signed("push-" + i, "issues", body));
                if (i == 1) {
                    assertThat(Patience.until(WAIT_MS, () -> !here.read("pid").isBlank()))
                            .isTrue();
                }
            }
            assertThat(Patience.until(WAIT_MS, () -> here.done(program, "push-5")))
                    .isTrue();
            for (int i = 1; i <= 4; i++) {
                assertThat(state(here, program, "push-" + i)).isEqualTo("superseded");
            }
            long first = Long.parseLong(here.read("pid").lines().findFirst().orElseThrow());
            assertThat(Patience.until(WAIT_MS, () -> ProcessHandle.of(first).isEmpty()))
                    .isTrue();
            assertThat(here.ledger("done", "push-5")).hasSize(1);
            assertThat(here.ledger().stream().filter(line -> line.startsWith("done ")))
                    .hasSize(1);
        }
    }

    // U2, K2, K3, W12: what exceeds a limit is held and released by hand; a pause outlives the process, and is shown.
    @Test
    void limitsHoldAndPausesLast() {
        var told = "alerts: { slack: file:secrets/alerts }\n";
        try (var people = new Service((asked, before) -> Service.Says.of(200, ""));
                var here = Installation.of(
                                Installation.STANDARD.replace("concurrency: 8", "concurrency: 8, limit: 2/d") + told)
                        .script("agent.sh", "true")) {
            here.write("secrets/alerts", people.url());
            var first = here.serve();
            for (int i = 1; i <= 3; i++) {
                here.post(first, Github.issue("limit-" + i));
            }
            assertThat(Patience.until(WAIT_MS, () -> here.done(first, "limit-1") && here.done(first, "limit-2")))
                    .isTrue();
            assertThat(state(here, first, "limit-3")).isEqualTo("held");
            assertThat(first.log()).containsOnlyOnce("A limit tripped");
            here.post(first, Github.issue("limit-4"));
            here.post(first, Github.issue("limit-4").under("replay-1"));
            assertThat(Patience.until(WAIT_MS, () -> people.asked.size() == 2)).isTrue();
            assertThat(people.asked.get(0).body()).contains("held: agent: the limit 2/d tripped");
            assertThat(people.asked.get(1).body()).contains("held: github: a signed body came again", "events show ");

            assertThat(order(here, first, "pause", "--all").out()).contains("paused: everything");
            first.kill();
            var second = here.serve();
            var run = here.runs(second, "limit-3").get(0).path("id").asString("");
            assertThat(order(here, second, "release", run).exit()).isZero();
            assertThat(state(here, second, "limit-3")).isEqualTo("pending");
            assertThat(here.ledger("begun", "limit-3")).isEmpty();
            assertThat(order(here, second, "resume", "--all").out()).contains("nothing is paused");
            assertThat(Patience.until(WAIT_MS, () -> here.done(second, "limit-3")))
                    .isTrue();
        }
    }
}

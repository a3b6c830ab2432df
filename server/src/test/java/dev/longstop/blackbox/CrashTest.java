package dev.longstop.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.app.Program;
import dev.longstop.time.Patience;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What happens when the machinery fails at the worst moment, each with one event id (S14). */
class CrashTest {

    private static final long WAIT_MS = 60_000;

    private static final String SLOW_AT_FIRST = "if [ \"$LONGSTOP_ATTEMPT\" = 1 ]; then sleep 600; fi";

    // S14, I14: an agent that is slower than any sender's patience does not delay the answer.
    @Test
    void slowAgentDoesNotDelayTheAnswer() {
        try (var here = Installation.ofAgent("sleep 600")) {
            var program = here.serve();
            for (int i = 0; i < 10; i++) {
                var answer = here.postLater(program, Github.issue("slow-" + i))
                        .orTimeout(5, TimeUnit.SECONDS)
                        .join();
                assertThat(answer.statusCode()).isEqualTo(200);
            }
            assertThat(Patience.until(
                            WAIT_MS, () -> !here.ledger("begun", "slow-0").isEmpty()))
                    .isTrue();
            assertThat(here.ledger("done", "slow-0")).isEmpty();
        }
    }

    // S12, S14, H10: killed in mid-run, the run is finished by the next process, once, under the same key.
    @Test
    void runThatWasInterruptedByACrashIsFinishedOnce() {
        try (var here = Installation.ofAgent(SLOW_AT_FIRST)) {
            var first = here.serve();
            assertThat(here.post(first, Github.issue("crash-1")).statusCode()).isEqualTo(200);
            assertThat(Patience.until(
                            WAIT_MS, () -> !here.ledger("begun", "crash-1").isEmpty()))
                    .isTrue();

            first.kill();
            var second = here.serve();

            assertThat(Patience.until(WAIT_MS, () -> here.done(second, "crash-1")))
                    .isTrue();
            assertThat(here.post(second, Github.issue("crash-1")).body()).contains("duplicate");
            assertThat(here.ledger("begun", "crash-1").stream()
                            .map(line -> line.substring("begun".length()))
                            .distinct())
                    .hasSize(1);
            assertThat(here.ledger("begun", "crash-1")).hasSize(2);
            assertThat(here.ledger("done", "crash-1")).hasSize(1);
        }
    }

    // S12, B8, B17: no room for the commit is 503 with Retry-After, never success; with room again it goes on by
    // itself.
    @Test
    void fullDiskIsNoSuccessAndHealsWithoutARestart() throws IOException {
        try (var here = Installation.ofAgent("true")) {
            var program = here.serve();
            assertThat(here.post(program, Github.issue("disk-1")).statusCode()).isEqualTo(200);

            limitFiles(program, "1");
            var refused = here.post(program, Github.issue("disk-2"));
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            assertThat(Patience.until(WAIT_MS, () -> ready(here, program) == 503))
                    .as("a store that only reads is not ready (B10)")
                    .isTrue();

            limitFiles(program, "unlimited");
            assertThat(Patience.until(
                            WAIT_MS,
                            () -> here.post(program, Github.issue("disk-2")).statusCode() == 200))
                    .isTrue();
            assertThat(Patience.until(WAIT_MS, () -> here.done(program, "disk-1") && here.done(program, "disk-2")))
                    .isTrue();
            assertThat(Patience.until(WAIT_MS, () -> ready(here, program) == 200))
                    .isTrue();
            assertThat(here.events(program)).isEqualTo(2);
        }
    }

    private static int ready(Installation here, Program program) {
        return here.ask(program, "/health/ready", Map.of()).statusCode();
    }

    private static void limitFiles(Program program, String bytes) throws IOException {
        var prlimit = new ProcessBuilder(
                        "prlimit", "--pid", String.valueOf(program.pid()), "--fsize=" + bytes + ":unlimited")
                .inheritIO()
                .start();
        assertThat(prlimit.onExit().orTimeout(10, TimeUnit.SECONDS).join().exitValue())
                .isZero();
    }

    // L10: one process serves from a SQLite file; the second is refused in words, and the first goes on.
    @Test
    void secondServeOnTheSameFileIsRefused() {
        try (var here = Installation.ofAgent("true")) {
            var program = here.serve();

            var second = here.command("serve");

            assertThat(second.exit()).isEqualTo(1);
            assertThat(second.err()).contains("STORE_IN_USE");
            assertThat(here.post(program, Github.issue("second-1")).statusCode())
                    .isEqualTo(200);
        }
    }

    // A graceful stop answers with exit code 0, counts as neither attempt nor lapse, and loses nothing.
    @Test
    void stopReleasesWhatIsInProgress() {
        try (var here = Installation.of(Installation.STANDARD.replace("concurrency: 8", "concurrency: 8, drain: 0s"))) {
            here.script("agent.sh", "if [ ! -e " + here.folder() + "/go ]; then sleep 600; fi");
            var first = here.serve();
            here.post(first, Github.issue("stop-1"));
            assertThat(Patience.until(
                            WAIT_MS, () -> !here.ledger("begun", "stop-1").isEmpty()))
                    .isTrue();

            assertThat(first.stop(WAIT_MS)).isZero();
            here.write("go", "");
            var second = here.serve();

            assertThat(Patience.until(WAIT_MS, () -> here.done(second, "stop-1")))
                    .isTrue();
            var run = here.runs(second, "stop-1").get(0);
            assertThat(run.path("attempts").asInt(-1)).isEqualTo(1);
            assertThat(run.path("lapses").asInt(-1)).isZero();
        }
    }
}

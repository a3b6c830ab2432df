package dev.longstop.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.app.Program;
import dev.longstop.time.Patience;
import dev.longstop.verification.PostgresServer;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Deploys, crashes and frozen machines while an agent is at work. */
class StopTest {

    private static final long WAIT_MS = 60_000;

    private static String state(Installation here, Program program, String id) {
        return here.runs(program, id).get(0).path("state").asString("");
    }

    private static void signal(String name, Program program) throws IOException {
        var kill = new ProcessBuilder("kill", "-" + name, String.valueOf(program.pid())).start();
        assertThat(kill.onExit().orTimeout(10, TimeUnit.SECONDS).join().exitValue())
                .isZero();
    }

    // U8: a stop lets work go on for the agent's drain; it is started once, and its result counts.
    @Test
    void aStopLetsWorkFinish() {
        try (var here = Installation.ofAgent("true")) {
            here.script("agent.sh", "while [ ! -e " + here.folder() + "/go ]; do sleep 0.05; done");
            var first = here.serve();
            here.post(first, Github.issue("drain-1"));
            assertThat(Patience.until(
                            WAIT_MS, () -> !here.ledger("begun", "drain-1").isEmpty()))
                    .isTrue();
            var stopped =
                    CompletableFuture.supplyAsync(() -> first.stop(WAIT_MS), work -> new Thread(work, "stop").start());
            assertThat(Patience.until(WAIT_MS, () -> first.log().contains("stopping")))
                    .isTrue();
            assertThat(stopped).isNotDone();
            here.write("go", "");
            assertThat(stopped.orTimeout(WAIT_MS, TimeUnit.MILLISECONDS).join()).isZero();

            var second = here.serve();
            assertThat(state(here, second, "drain-1")).isEqualTo("done");
            assertThat(here.ledger("begun", "drain-1")).hasSize(1);
        }
    }

    // U8: stopped or killed, a run that must not be repeated ends in the same state, and goes on when someone says so.
    @Test
    void anInterruptedRunIsHeldByAStopAndByACrash() {
        try (var here = Installation.of(
                Installation.STANDARD.replace("concurrency: 8", "concurrency: 8, drain: 0s, interrupted: hold"))) {
            here.script("agent.sh", "if [ ! -e " + here.folder() + "/go ]; then sleep 600; fi");
            var first = here.serve();
            here.post(first, Github.issue("hold-1"));
            assertThat(Patience.until(
                            WAIT_MS, () -> !here.ledger("begun", "hold-1").isEmpty()))
                    .isTrue();
            assertThat(first.stop(WAIT_MS)).isZero();
            var second = here.serve();
            here.post(second, Github.issue("hold-2"));
            assertThat(Patience.until(
                            WAIT_MS, () -> !here.ledger("begun", "hold-2").isEmpty()))
                    .isTrue();
            second.kill();
            var third = here.serve();
            for (var id : new String[] {"hold-1", "hold-2"}) {
                assertThat(state(here, third, id)).isEqualTo("held");
                assertThat(here.runs(third, id).get(0).path("held").asString(""))
                        .isEqualTo("interrupted");
            }
            here.write("go", "");
            for (var id : new String[] {"hold-1", "hold-2"}) {
                var run = here.runs(third, id).get(0).path("id").asString("");
                assertThat(here.command(
                                        "release",
                                        run,
                                        "--url",
                                        third.adminUrl().toString())
                                .exit())
                        .isZero();
                assertThat(Patience.until(WAIT_MS, () -> here.done(third, id))).isTrue();
                assertThat(here.ledger("done", id)).hasSize(1);
            }
        }
    }

    // W3, H17: the program is killed alone while its agent's processes live on: they are ended before the run begins
    // again.
    @Test
    void whatAKilledProgramLeftRunningIsEndedFirst() {
        try (var here = Installation.ofAgent("true")) {
            here.script(
                    "agent.sh",
                    "cd " + here.folder() + "\nif [ $LONGSTOP_ATTEMPT = 1 ]; then sleep 600 & echo $! > pid; wait\n"
                            // A process that has ended and that nobody has asked about still has a number.
                            + "else cut -d' ' -f3 /proc/$(cat pid)/stat > seen 2>/dev/null || echo gone > seen; fi");
            var first = here.serve();
            here.post(first, Github.issue("left-1"));
            assertThat(Patience.until(WAIT_MS, () -> !here.read("pid").isBlank()))
                    .isTrue();
            long pid = Long.parseLong(here.read("pid").strip());

            first.kill();
            assertThat(ProcessHandle.of(pid)).as("it outlives the program").isPresent();
            var second = here.serve();

            assertThat(Patience.until(WAIT_MS, () -> here.done(second, "left-1")))
                    .isTrue();
            assertThat(here.read("seen").strip()).isIn("gone", "Z");
        }
    }

    // W1, U8: a node that stands still for longer than its lease writes nothing when it wakes; the other's result
    // stays.
    @Test
    void aFrozenNodeWritesNothing() throws IOException {
        var database = PostgresServer.shared().createDatabase();
        var url = database.url().replaceFirst("^jdbc:", "");
        try (var here = Installation.of(Installation.STANDARD.replace(
                "store:  sqlite:data/longstop.db",
                "lease:  1s\nstore:  { url: \"" + url + "\", user: " + database.user()
                        + ", password: file:secrets/database }"))) {
            here.write("secrets/database", database.password());
            here.script(
                    "agent.sh",
                    "echo $PPID > " + here.folder() + "/pid-$LONGSTOP_ATTEMPT\n"
                            + "if [ $LONGSTOP_ATTEMPT = 1 ]; then sleep 600; fi");
            var one = here.serve();
            var other = here.serve();
            here.post(one, Github.issue("frozen-1"));
            assertThat(Patience.until(WAIT_MS, () -> !here.read("pid-1").isBlank()))
                    .isTrue();
            boolean oneWorks = here.read("pid-1").strip().equals(String.valueOf(one.pid()));
            var frozen = oneWorks ? one : other;
            var awake = oneWorks ? other : one;

            signal("STOP", frozen);
            try {
                assertThat(Patience.until(WAIT_MS, () -> here.done(awake, "frozen-1")))
                        .isTrue();
            } finally {
                signal("CONT", frozen);
            }

            assertThat(Patience.until(WAIT_MS, () -> frozen.log().contains("lease was lost")))
                    .isTrue();
            var run = here.runs(awake, "frozen-1").get(0);
            assertThat(run.path("state").asString("")).isEqualTo("done");
            assertThat(run.path("attempts").asInt(-1)).isEqualTo(1);
            assertThat(run.path("lapses").asInt(-1)).isEqualTo(1);
            assertThat(here.read("pid-2").strip()).isEqualTo(String.valueOf(awake.pid()));
            assertThat(here.ledger("done", "frozen-1")).hasSize(1);
        }
    }
}

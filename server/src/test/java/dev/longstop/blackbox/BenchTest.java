package dev.longstop.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.verification.Await;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code longstop bench} from outside: what it reports and what it looks for afterwards; never how quick anything was.
 */
class BenchTest {

    private static final long WAIT_MS = 60_000;
    private static final int SENT = 1 + 2 * 200;

    /** Agents that hang: every delivery is acknowledged and has its run, and nothing is left behind. */
    @Test
    void everythingAcknowledgedIsFoundWhileAgentsHang() {
        try (var here = Installation.ofAgent("true")) {
            var report = measured(here, "--warm-up", "1", "--full", "1");
            assertThat(report.path("open_loop").path("answers").toString()).isEqualTo("{\"accepted\":400}");
            assertThat(report.path("closed_loop")
                            .path("answers")
                            .path("accepted")
                            .asInt(0))
                    .isGreaterThan(0);
            assertThat(report.path("where").path("store").asString("")).startsWith("SQLite");
            int acknowledged = report.path("check").path("acknowledged").asInt(0);
            assertThat(acknowledged)
                    .isEqualTo(SENT
                            + report.path("closed_loop")
                                    .path("answers")
                                    .path("accepted")
                                    .asInt(0));
            assertThat(report.path("check").path("runs").path("done").asInt(0)).isZero();
        }
    }

    /** Agents that finish: their runs have ended, too. */
    @Test
    void everyRunHasEndedWhereAgentsFinish() {
        try (var here = Installation.ofAgent("true")) {
            var report = measured(here, "--warm-up", "1", "--full", "0", "--agents", "done");
            assertThat(report.path("closed_loop").isNull()).isTrue();
            assertThat(report.path("check").path("runs").toString()).isEqualTo("{\"done\":" + SENT + "}");
        }
    }

    @Test
    void aConfiguredPostgresqlIsMeasuredInAScratchDatabase() {
        try (var here = PromisesTest.onPostgresql(PromisesTest.database())) {
            var report = measured(here, "--warm-up", "1", "--full", "0", "--agents", "done");
            assertThat(report.path("where").path("store").asString("")).startsWith("PostgreSQL, in a scratch database");
            assertThat(report.path("check").path("runs").toString()).isEqualTo("{\"done\":" + SENT + "}");
        }
    }

    private static JsonNode measured(Installation here, String... more) {
        var words = new ArrayList<>(List.of("bench", "--rate", "200", "--seconds", "1", "--connections", "8"));
        words.addAll(List.of("--report", "bench.json"));
        words.addAll(List.of(more));
        var said = here.command(words.toArray(String[]::new));
        System.out.println(said.out());
        assertThat(said.exit()).as(said.out() + said.err()).isZero();
        assertThat(said.out())
                .contains("open loop: 200 a second", "p99.9", "Everything that was acknowledged is there");
        assertThat(here.folder().resolve("data")).doesNotExist();
        var report = JsonMapper.shared().readTree(here.read("bench.json"));
        assertThat(report.path("sound").asBoolean(false)).isTrue();
        assertThat(report.path("start_seconds").asDouble(0)).isPositive();
        assertThat(report.path("open_loop").path("accepted_per_second").asDouble(0))
                .isPositive();
        assertThat(report.path("open_loop").path("latency_ms").propertyNames())
                .containsExactly("p50", "p90", "p99", "p99_9", "max");
        return report;
    }

    /** Asked to end in the midst of it: the program that is measured and the scratch store are gone. */
    @Test
    void brokenOffItLeavesNothing() throws IOException, InterruptedException {
        try (var here = Installation.ofAgent("true")) {
            var command = new ArrayList<String>();
            command.add(ProcessHandle.current().info().command().orElse("java"));
            command.addAll(ClassArchive.options(Installation.jar()));
            command.addAll(List.of("-jar", Installation.jar().toAbsolutePath().toString(), "bench", "--rate", "10"));
            var bench = new ProcessBuilder(command)
                    .directory(here.folder().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(here.folder().resolve("said.txt").toFile())
                    .start();
            Await.until("it sends", WAIT_MS, () -> here.read("said.txt").contains("sending ") || !bench.isAlive());
            var measured = bench.descendants().toList();
            assertThat(measured).as(here.read("said.txt")).isNotEmpty();
            bench.destroy();
            assertThat(bench.waitFor(WAIT_MS, TimeUnit.MILLISECONDS)).isTrue();
            assertThat(bench.exitValue()).as(here.read("said.txt")).isEqualTo(130);
            assertThat(here.folder().resolve("data")).doesNotExist();
            assertThat(measured).noneMatch(ProcessHandle::isAlive);
        }
    }
}

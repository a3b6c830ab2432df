package dev.longstop.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.time.Patience;
import dev.longstop.verification.Await;
import dev.longstop.verification.PostgresServer;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.json.JsonMapper;

/**
 * The three promises as {@code longstop verify} tries them (S12, B1, B2, I1, I3, I7, I8, I11, I12): the serving process
 * gets SIGKILL at twenty random moments on each store, a hundred in the long run, while 200 deliveries a second arrive
 * and services, commands, jobs and effects are at work. Afterwards every acknowledged id is there and its run is done;
 * every effect was done once, though some came twice; every job is known; no process is left.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class PromisesTest {

    private static final int KILLS = Integer.getInteger("kills", 20);
    private static final long WAIT_MS = 90_000;

    /** A hundred kills take some five minutes. */
    private static final Duration AT_MOST = Duration.ofMinutes(15);

    private static final String SEED = String.valueOf(Long.getLong("seed", 20_261_130L));

    @Test
    void everyPromiseHoldsThroughKillsOnSqlite() {
        try (var here = Installation.ofAgent("true")) {
            everyPromiseHolds(here, KILLS);
        }
    }

    @Test
    void everyPromiseHoldsThroughKillsOnPostgresql() {
        try (var here = onPostgresql(database())) {
            everyPromiseHolds(here, KILLS);
        }
    }

    /** Asked to end in the midst of it: the program that is tried and the scratch store are gone. */
    @Test
    void brokenOffItLeavesNothing() throws IOException, InterruptedException {
        try (var here = Installation.ofAgent("true")) {
            var command = new ArrayList<String>();
            command.add(ProcessHandle.current().info().command().orElse("java"));
            command.addAll(ClassArchive.options(Installation.jar()));
            command.addAll(List.of("-jar", Installation.jar().toAbsolutePath().toString(), "verify", "--quick"));
            var verify = new ProcessBuilder(command)
                    .directory(here.folder().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(here.folder().resolve("said.txt").toFile())
                    .start();
            Await.until("it kills", WAIT_MS, () -> here.read("said.txt").contains("killed ") || !verify.isAlive());
            Await.until(
                    "the program is started again",
                    WAIT_MS,
                    () -> verify.children().findAny().isPresent());
            assertThat(here.folder().resolve("data")).isDirectory();
            var tried = verify.descendants().toList();
            verify.destroy();
            assertThat(verify.waitFor(WAIT_MS, TimeUnit.MILLISECONDS)).isTrue();
            assertThat(verify.exitValue()).as(here.read("said.txt")).isEqualTo(130);
            assertThat(here.folder().resolve("data")).doesNotExist();
            assertThat(tried).noneMatch(ProcessHandle::isAlive);
        }
    }

    @Tag("long")
    @Test
    void everyPromiseHoldsThroughAHundredKillsOnSqlite() {
        try (var here = Installation.ofAgent("true")) {
            everyPromiseHolds(here, 100);
        }
    }

    @Tag("long")
    @Test
    void everyPromiseHoldsThroughAHundredKillsOnPostgresql() {
        try (var here = onPostgresql(database())) {
            everyPromiseHolds(here, 100);
        }
    }

    static Installation onPostgresql(PostgresServer.Database database) {
        var store = "store: { url: \"" + database.url().replace("jdbc:", "") + "\", user: " + database.user()
                + ", password: file:secrets/database }";
        var here = Installation.of(Installation.STANDARD.replace("store:  sqlite:data/longstop.db", store));
        here.write("secrets/database", database.password());
        return here;
    }

    /** A role that may make databases, so that the trial has one of its own. */
    static PostgresServer.Database database() {
        var database = PostgresServer.shared().createDatabase();
        try (var connection = PostgresServer.shared().superuser();
                var statement = connection.createStatement()) {
            statement.execute("alter role " + database.user() + " createdb");
            return database;
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static void everyPromiseHolds(Installation here, int kills) {
        System.out.println("PromisesTest seed " + SEED + " (-Dseed=" + SEED + ")");
        var said = here.command(
                AT_MOST,
                "verify",
                "--quick",
                "--kills",
                String.valueOf(kills),
                "--seed",
                SEED,
                "--report",
                "verify.json");
        System.out.println(said.out());
        assertThat(said.exit()).as(said.out() + said.err()).isZero();
        var report = JsonMapper.shared().readTree(here.read("verify.json"));
        assertThat(report.path("kills").asInt(0)).isEqualTo(kills);
        assertThat(said.out())
                .as("every run is done: none was given up because its lease was lost too often")
                .containsPattern("runs ended \\{done=[0-9]+}");
        assertThat(here.folder().resolve("data")).doesNotExist();
        assertThat(Patience.until(WAIT_MS, () -> here.helpersLeft().isEmpty()))
                .as(() -> "killed in the middle of starting commands, and left behind: " + here.helpersLeft())
                .isTrue();
        assertThat(report.path("promises"))
                .hasSize(3)
                .extracting(promise -> promise.path("verdict").asString(""))
                .containsOnly("held");
    }
}

package dev.longstop.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.event.Headers;
import dev.longstop.loop.Eventually;
import dev.longstop.queue.Ending;
import dev.longstop.queue.Ending.Dead;
import dev.longstop.queue.Ending.Done;
import dev.longstop.queue.Ending.Released;
import dev.longstop.queue.Ending.Retry;
import dev.longstop.queue.RetrySettings;
import dev.longstop.time.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real processes, started by {@code sh} where a shell is of use. */
@Timeout(60)
class CommandAgentTest {

    private static final long LONG_MS = 30_000;
    private static final String NOTED = "while ! [ -s $NOTES/a ]; do sleep 0.02; done; echo done";
    private static final String PATH = "/usr/local/bin:/usr/bin:/bin";

    @TempDir
    private Path data;

    private CommandPlace place;

    @BeforeEach
    void open() {
        place = CommandPlace.open(
                where("owner-1", Map.of("PATH", PATH, "HOME", "/tmp", "LANG", "C.UTF-8", "SECRET", "s")));
    }

    @AfterEach
    void close() {
        place.close();
    }

    private CommandPlace.Where where(String owner, Map<String, String> environment) {
        return new CommandPlace.Where(data, owner, data, environment, 300);
    }

    private CommandAgent agent(long timeoutMs, Map<String, String> environment, String... command) {
        var settings = new CommandSettings("ask", List.of(command), environment, 1, timeoutMs, RetrySettings.DEFAULT);
        return new CommandAgent(settings, place, new SystemTime());
    }

    private CommandAgent shell(String script) {
        return agent(LONG_MS, Map.of("NOTES", data.toString()), "sh", "-c", script);
    }

    private static Ending.Report report(Ending ending) {
        if (ending instanceof Done done) {
            return done.report();
        }
        if (ending instanceof Retry retry) {
            return retry.report();
        }
        return ((Dead) ending).report();
    }

    private long pidIn(String note) {
        var file = data.resolve(note);
        Eventually.holds(
                "the note " + note, () -> Files.exists(file) && !read(file).isBlank());
        return Long.parseLong(read(file).strip());
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }

    private static boolean runs(long pid) {
        return SeenProcess.of(pid).isPresent();
    }

    @Test
    void thePayloadIsStandardInputAndTheOutputIsTheResult() {
        var ending = shell("cat; echo; echo and that on standard error >&2")
                .run(Work.of(1).assignment("{\"a\":\"é\"}"));

        assertThat(ending)
                .isEqualTo(new Done(new Ending.Report(
                        "exit 0", OptionalInt.of(0), "{\"a\":\"é\"}\nand that on standard error\n", false)));
    }

    /** Nothing of the program's own environment but what the machine needs; U11. */
    @Test
    void theEnvironmentIsExactlyWhatIsPromised() {
        var work = Work.of(17);
        var ending =
                agent(LONG_MS, Map.of("MY_KEY", "value", "LANG", "C"), "env").run(work.assignment("{}"));

        assertThat(variables(report(ending).result()))
                .isEqualTo(new TreeMap<>(Map.ofEntries(
                        Map.entry("PATH", PATH),
                        Map.entry("HOME", "/tmp"),
                        Map.entry("LANG", "C"),
                        Map.entry("MY_KEY", "value"),
                        Map.entry("LONGSTOP_SOURCE", "github"),
                        Map.entry("LONGSTOP_EVENT_ID", "id-17"),
                        Map.entry("LONGSTOP_EVENT_TYPE", "issues"),
                        Map.entry("LONGSTOP_EVENT_ACTION", "opened"),
                        Map.entry("LONGSTOP_RUN_ID", "17"),
                        Map.entry("LONGSTOP_ATTEMPT", "1"),
                        Map.entry("LONGSTOP_IDEMPOTENCY_KEY", work.key()),
                        Map.entry("LONGSTOP_BODY_AUTHENTICATED", "true"),
                        Map.entry(
                                "TRACEPARENT", work.assignment("").traceParent().text()))));
    }

    private static Map<String, String> variables(String output) {
        return Arrays.stream(output.split("\n", -1))
                .filter(line -> !line.isEmpty())
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf('=')),
                        line -> line.substring(line.indexOf('=') + 1),
                        (one, other) -> other,
                        TreeMap::new));
    }

    /** Strangers choose ids, types and actions: they stay one line each, bounded, and storable by the system (U11). */
    @Test
    void strangersWordsCannotWriteVariables() {
        var work = Work.of(2).about("a\nLD_PRELOAD=/tmp/x", "t\0\u001b[2Jype", "x".repeat(1_000_000));
        var result = variables(report(agent(LONG_MS, Map.of(), "env").run(work.assignment("{}")))
                .result());

        assertThat(result).doesNotContainKey("LD_PRELOAD").containsEntry("LONGSTOP_BODY_AUTHENTICATED", "false");
        assertThat(result.get("LONGSTOP_EVENT_ID")).startsWith("a").endsWith("LD_PRELOAD=/tmp/x");
        assertThat(result.get("LONGSTOP_EVENT_TYPE"))
                .startsWith("t")
                .endsWith("[2Jype")
                .doesNotContain("\u001b");
        assertThat(result.get("LONGSTOP_EVENT_ACTION")).hasSize(255);
    }

    /** U11, K5: `ps` shows the configured words and nothing else. */
    @Test
    void nothingOfThePayloadIsOnTheCommandLine() {
        var ending = agent(LONG_MS, Map.of(), "cat", "/proc/self/cmdline")
                .run(Work.of(1).assignment("{\"secret\":1}"));

        assertThat(report(ending).result()).endsWith("/cat\uFFFD/proc/self/cmdline\uFFFD");
    }

    @Test
    void theWorkingDirectoryIsFreshAndEmptyAndPrivateAndGoneAfterwards() {
        var first = report(shell("pwd; ls -A; stat -c %a .; mkdir -p a/b; touch a/b/c; ln -s / root; chmod 0 a")
                .run(Work.of(1).assignment("{}")));
        var lines = first.result().split("\n", -1);
        assertThat(lines).hasSize(3);
        assertThat(lines[0]).startsWith(data.toString());
        assertThat(lines[1]).isEqualTo("700");
        assertThat(Path.of(lines[0])).doesNotExist();
        assertThat(Path.of(lines[0]).getParent()).doesNotExist();
        assertThat(Path.of("/usr")).as("links are not followed").exists();

        var second = report(shell("ls -A").run(Work.of(1).assignment("{}")));
        assertThat(second.result()).isEmpty();
    }

    /** S11: what an exit code means. */
    @ParameterizedTest
    @CsvSource({
        "0,done",
        "1,retry",
        "2,retry",
        "75,retry",
        "125,retry",
        "126,dead",
        "127,dead",
        "128,retry",
        "255,retry"
    })
    void theExitCodeDecides(int exit, String expected) {
        var ending = shell("echo said; exit " + exit).run(Work.of(1).assignment("{}"));

        var kind = ending instanceof Done ? "done" : ending instanceof Retry ? "retry" : "dead";
        assertThat(kind).isEqualTo(expected);
        assertThat(report(ending).exitCode()).hasValue(exit);
        assertThat(report(ending).result()).isEqualTo("said\n");
    }

    @Test
    void aCommandThatIsKilledIsTriedAgain() {
        var ending = shell("kill -9 $$").run(Work.of(1).assignment("{}"));

        assertThat(ending).isInstanceOf(Retry.class);
        assertThat(report(ending).outcome()).isEqualTo("exit 137 (signal 9)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-such-program", "/no/such/program", "./none", "/etc/hosts", "/tmp"})
    void aProgramThatCannotBeRunIsDead(String program) {
        var ending = agent(LONG_MS, Map.of(), program).run(Work.of(1).assignment("{}"));

        assertThat(ending).isInstanceOf(Dead.class);
    }

    /** The working directory is empty, so a path from it would make no sense. */
    @Test
    void aRelativePathOfAProgramIsMeantFromTheConfiguration() throws IOException {
        Files.createDirectories(data.resolve("agents"));
        var script = Files.writeString(data.resolve("agents/hello"), "#!/bin/sh\necho \"$1\"\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();

        assertThat(report(agent(LONG_MS, Map.of(), "agents/hello", "x; rm -rf /")
                                .run(Work.of(1).assignment("{}")))
                        .result())
                .isEqualTo("x; rm -rf /\n");
    }

    /** W3: a hung command does not hang its run. */
    @Test
    void theTimeoutEndsTheWholeTree() {
        var script = "echo started; sleep 1000 & echo $! > $NOTES/a; "
                + "(setsid sh -c 'echo $$ > $NOTES/b; exec sleep 1000' &); sleep 1000";
        long from = System.nanoTime();
        var ending = agent(1_000, Map.of("NOTES", data.toString()), "sh", "-c", script)
                .run(Work.of(1).assignment("{}"));

        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - from)).isLessThan(100);
        assertThat(ending)
                .isEqualTo(new Retry(
                        new Ending.Report("timeout", OptionalInt.empty(), "started\n", false), Optional.empty()));
        assertThat(runs(pidIn("a"))).isFalse();
        assertThat(runs(pidIn("b"))).isFalse();
    }

    /** What ends is the script, not only the line that it is at: it ends before its many children. */
    @RepeatedTest(3)
    void aScriptDoesNotGoOnOnceItsChildIsEnded() {
        var script = "i=0; while [ $i -lt 150 ]; do sleep 1000 & i=$((i+1)); done; sleep 1000; echo on > $NOTES/next";
        agent(1_000, Map.of("NOTES", data.toString()), "sh", "-c", script)
                .run(Work.of(1).assignment("{}"));

        assertThat(data.resolve("next")).doesNotExist();
    }

    @Test
    void whatDoesNotEndWhenAskedIsMadeTo() {
        var ending = agent(
                        500,
                        Map.of("NOTES", data.toString()),
                        "sh",
                        "-c",
                        "trap '' TERM; echo $$ > $NOTES/a; while :; do sleep 0.1; done")
                .run(Work.of(1).assignment("{}"));

        assertThat(report(ending).outcome()).isEqualTo("timeout");
        assertThat(runs(pidIn("a"))).isFalse();
    }

    /** A lost lease ends the process tree, and the attempt says so. */
    @ParameterizedTest
    @ValueSource(strings = {"LEASE_LOST", "STOPPING", "CANCELLED"})
    void aRevocationEndsTheWholeTree(String reason) throws Exception {
        var revocation = new Revocation();
        var attempt = started(
                shell("(sleep 1000 & echo $! > $NOTES/a); sleep 1000"),
                Work.of(1).assignment(new byte[0], revocation));
        long pid = pidIn("a");
        assertThat(runs(pid)).isTrue();

        revocation.revoke(Revocation.Reason.valueOf(reason));

        assertThat(attempt.get(10, TimeUnit.SECONDS)).isInstanceOf(Released.class);
        assertThat(runs(pid)).isFalse();
    }

    @Test
    void whatIsRevokedAlreadyIsNotStarted() {
        var revocation = new Revocation();
        revocation.revoke(Revocation.Reason.STOPPING);

        var ending = shell("touch $NOTES/started").run(Work.of(1).assignment(new byte[0], revocation));

        assertThat(ending).isInstanceOf(Released.class);
        assertThat(data.resolve("started")).doesNotExist();
    }

    @Test
    void anInterruptEndsTheWholeTreeAndIsKept() throws Exception {
        var kept = new AtomicBoolean();
        var ending = new CompletableFuture<Ending>();
        var thread = new Thread(() -> {
            ending.complete(shell("sleep 1000 & echo $! > $NOTES/a; wait")
                    .run(Work.of(1).assignment("{}")));
            kept.set(Thread.currentThread().isInterrupted());
        });
        thread.start();
        long pid = pidIn("a");

        thread.interrupt();

        assertThat(ending.get(10, TimeUnit.SECONDS)).isInstanceOf(Released.class);
        thread.join(10_000);
        assertThat(kept).isTrue();
        assertThat(runs(pid)).isFalse();
    }

    /** A command that stops listening early, or never begins to, is a command like any other. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "exec <&-; echo ok",
                "echo ok",
                "head -c 10 >/dev/null; echo ok",
                "head -c 10 >/dev/null; exec <&-; sleep 0.3; echo ok"
            })
    void aCommandNeedNotReadItsInput(String script) {
        var ending = shell(script).run(Work.of(1).assignment("x".repeat(20_000_000)));

        assertThat(ending).isInstanceOf(Done.class);
        assertThat(report(ending).result()).isEqualTo("ok\n");
    }

    @Test
    void aCommandMayReadAllOfALargePayload() {
        var ending = shell("wc -c").run(Work.of(1).assignment("x".repeat(20_000_000)));

        assertThat(report(ending).result().strip()).isEqualTo("20000000");
    }

    /** A grandchild that keeps the output open must not hang the attempt; when the attempt is over, so is all of it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sleep 1000 & echo $! > $NOTES/a; echo done",
                "(setsid sh -c 'echo $$ > $NOTES/a; exec sleep 1000' &); " + NOTED,
                "env -i sh -c 'echo $$ > '$NOTES'/a; exec sleep 1000' & " + NOTED,
                "sh -c \"trap '' TERM HUP; echo \\$\\$ > $NOTES/a; while :; do sleep 0.1; done\" & " + NOTED
            })
    void aLeftOverGrandchildDoesNotHangTheAttemptAndDoesNotOutliveIt(String script) {
        long from = System.nanoTime();
        var ending = shell(script).run(Work.of(1).assignment("{}"));

        assertThat(ending).isInstanceOf(Done.class);
        assertThat(report(ending).result()).isEqualTo("done\n");
        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - from)).isLessThan(100);
        assertThat(runs(pidIn("a"))).isFalse();
    }

    /** F6: any bytes, any amount. */
    @Test
    void anyBytesAreAResult() {
        var ending = shell("printf 'a\\000b\\377\\303(\\355\\240\\200'; printf '\\360\\237\\230\\200'")
                .run(Work.of(1).assignment("{}"));

        var text = report(ending).result();
        assertThat(text).startsWith("a\uFFFDb\uFFFD").endsWith("\uD83D\uDE00").doesNotContain("\0");
        assertThat(new String(text.getBytes(UTF_8), UTF_8))
                .as("storable as text")
                .isEqualTo(text);
    }

    @Test
    void ofLongOutputTheEndIsKept() {
        var ending = shell("i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done")
                .run(Work.of(1).assignment("{}"));

        assertThat(report(ending).cut()).isTrue();
        assertThat(report(ending).result()).endsWith("line 19999\n").hasSizeLessThanOrEqualTo(OutputTail.BYTES_MAX);
        assertThat(report(ending).result().length()).isGreaterThan(OutputTail.BYTES_MAX - 10);
    }

    @Test
    void endlessOutputNeitherFillsMemoryNorOutlastsTheTimeout() {
        var ending = agent(1_000, Map.of(), "yes").run(Work.of(1).assignment("{}"));

        assertThat(report(ending).outcome()).isEqualTo("timeout");
        assertThat(report(ending).cut()).isTrue();
    }

    @Test
    void aMarkOfTheProcessIsGivenAtOnce() {
        var work = Work.of(1);
        var ending = shell("echo $$").run(work.assignment("{}"));

        assertThat(work.marks()).hasSize(1);
        var mark = ProcessMark.parse(work.marks().get(0));
        assertThat(mark).hasValueSatisfying(it -> {
            assertThat(Long.toString(it.pid()))
                    .isEqualTo(report(ending).result().strip());
            assertThat(it.isOfHere()).isTrue();
            assertThat(it.toString()).hasSizeLessThan(200);
        });
    }

    /** U8, W4: what a killed program left running ends before its run is started again on this machine. */
    @Test
    void aTreeLeftBehindEndsFirst() throws Exception {
        var work = Work.of(5);
        var old = new ProcessBuilder(
                "sh", "-c", "trap '' TERM; (setsid sleep 1000 &); echo ok; while :; do sleep 0.1; done");
        old.environment().put("LONGSTOP_IDEMPOTENCY_KEY", work.key());
        var left = old.start();
        left.inputReader().readLine();

        // No mark: the program died before it could be kept.
        var ending = shell("kill -0 " + left.pid() + " 2>/dev/null && echo both || echo alone")
                .run(work.lapsed(1, Optional.empty()).assignment("{}"));

        assertThat(report(ending).result()).isEqualTo("alone\n");
        assertThat(left.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    /** Even one that has taken the environment off, by its session. */
    @Test
    void aTreeLeftBehindIsFoundByItsMark() throws Exception {
        var left = new ProcessBuilder("setsid", "env", "-i", "sleep", "1000").start();
        Eventually.holds(
                "a session of its own",
                () -> SeenProcess.of(left.pid())
                        .filter(it -> it.session() == left.pid())
                        .isPresent());
        var mark = ProcessMark.of(left.pid()).toString();

        shell("true").run(Work.of(6).lapsed(1, Optional.of(mark)).assignment("{}"));

        assertThat(left.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    /** A number that another process has by now, or a mark of another machine or boot, ends nothing. */
    @Test
    void aMarkThatMeansNothingHereEndsNothing() throws Exception {
        var other = new ProcessBuilder("setsid", "env", "-i", "sleep", "1000").start();
        try {
            Eventually.holds(
                    "a session of its own",
                    () -> SeenProcess.of(other.pid())
                            .filter(it -> it.session() == other.pid())
                            .isPresent());
            var mark = ProcessMark.of(other.pid());
            for (var wrong : List.of(
                    new ProcessMark(mark.pid(), mark.start() - 1, mark.machine()).toString(),
                    new ProcessMark(mark.pid(), mark.start(), "other/1").toString(),
                    "nonsense",
                    "")) {
                shell("true").run(Work.of(6).lapsed(1, Optional.of(wrong)).assignment("{}"));
                assertThat(other.isAlive()).as(wrong).isTrue();
            }
        } finally {
            other.destroyForcibly();
        }
    }

    /** Where the system has no {@code /proc}, the descendants of a command that runs are found all the same. */
    @Test
    void withoutProcTheDescendantsEnd() throws Exception {
        var script = "trap '' TERM; sleep 1000 & echo $! > " + data + "/a; while :; do sleep 0.1; done";
        var process = new ProcessBuilder("sh", "-c", script).start();
        long pid = pidIn("a");

        // What it says of a grandchild depends on who buries it, so it is asked of the system.
        ProcessTree.endDescendants(process.toHandle(), 200);

        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(runs(pid)).isFalse();
    }

    /** Other runs' processes are not this one's to end. */
    @Test
    void anotherRunsProcessesGoOn() throws Exception {
        var revocation = new Revocation();
        var other =
                started(shell("echo $$ > $NOTES/other; sleep 1000"), Work.of(1).assignment(new byte[0], revocation));
        long pid = pidIn("other");

        shell("true").run(Work.of(2).lapsed(1, Optional.empty()).assignment("{}"));

        assertThat(runs(pid)).isTrue();
        revocation.revoke(Revocation.Reason.STOPPING);
        assertThat(other.get(10, TimeUnit.SECONDS)).isInstanceOf(Released.class);
    }

    @Test
    void manyAttemptsAtOnceDoNotMixUp() throws Exception {
        var attempts = new java.util.ArrayList<CompletableFuture<Ending>>();
        for (int i = 0; i < 20; i++) {
            attempts.add(started(
                    shell("cat; pwd | grep -c run-$LONGSTOP_RUN_ID-"),
                    Work.of(i).assignment("n" + i + "\n")));
        }
        for (int i = 0; i < 20; i++) {
            assertThat(report(attempts.get(i).get(30, TimeUnit.SECONDS)).result())
                    .isEqualTo("n" + i + "\n1\n");
        }
    }

    @Test
    void foldersOfDeadProcessesAreRemovedAndThoseOfOthersKept() throws IOException {
        var folders = data.resolve("work");
        var dead = Files.createDirectories(folders.resolve("dead").resolve("run-1-1/work"));
        Files.writeString(folders.resolve("dead").resolve("alive"), "");
        Files.writeString(dead.resolve("file"), "left");
        Files.createDirectories(folders.resolve("not-ours"));

        try (var second = CommandPlace.open(where("owner-2", Map.of()))) {
            assertThat(second).isNotNull();
            assertThat(folders.resolve("dead")).doesNotExist();
            assertThat(folders.resolve("not-ours")).exists();
            assertThat(folders.resolve("owner-1")).exists();
            assertThat(folders.resolve("owner-2")).exists();
        }
        assertThat(folders.resolve("owner-2")).doesNotExist();
    }

    /** S9: all attempts of an event's runs are in one trace. */
    @Test
    void theTraceIsTheEventsAndTheSpanTheAttempts() {
        var first = Work.of(1).assignment("").traceParent().text();
        var again = Work.of(1)
                .lapsed(1, Optional.empty())
                .assignment("")
                .traceParent()
                .text();
        var other = Work.of(2).assignment("").traceParent().text();
        assertThat(first).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01");
        assertThat(again.substring(0, 35)).isEqualTo(first.substring(0, 35));
        assertThat(again).isNotEqualTo(first);
        assertThat(other.substring(3, 35)).isNotEqualTo(first.substring(3, 35));

        var sent = "00-" + "ab".repeat(16) + "-" + "cd".repeat(8) + "-00";
        assertThat(Work.of(1)
                        .with(Headers.of("traceparent", sent))
                        .assignment("")
                        .traceParent()
                        .text())
                .startsWith("00-" + "ab".repeat(16) + "-")
                .doesNotContain("cd".repeat(8));
        for (var unsound : List.of(
                "00-" + "0".repeat(32) + "-" + "cd".repeat(8) + "-00",
                "x",
                sent + "\r\n",
                sent.toUpperCase(java.util.Locale.ROOT))) {
            assertThat(Work.of(1)
                            .with(Headers.of("traceparent", unsound + "!"))
                            .assignment("")
                            .traceParent()
                            .text())
                    .isEqualTo(first);
        }
    }

    private static CompletableFuture<Ending> started(CommandAgent agent, Assignment assignment) {
        var ending = new CompletableFuture<Ending>();
        var thread = new Thread(() -> ending.complete(agent.run(assignment)));
        thread.setDaemon(true);
        thread.start();
        return ending;
    }
}

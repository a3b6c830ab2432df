package dev.longstop.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.app.Serving;
import dev.longstop.inbox.Inbox;
import dev.longstop.inbox.Starts;
import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.telemetry.ErrorCode;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class CommandsTest {

    @TempDir
    Path folder = Path.of("");

    private Terminal terminal = new Terminal(folder);

    @BeforeEach
    void begin() {
        terminal = new Terminal(folder);
    }

    @Test
    void withoutWordsTheHelpIsShown() {
        var said = terminal.run();
        assertThat(said.exit()).isZero();
        assertThat(said.out())
                .contains("Usage: longstop", "init", "serve", "check", "send", "events", "runs", "version");
        assertThat(terminal.run("--help").out()).isEqualTo(said.out());
    }

    @Test
    void everyCommandHasHelpThatSaysWhatItDoes() {
        var commands = terminal.run("--help")
                .out()
                .lines()
                .dropWhile(line -> !line.equals("Commands:"))
                .skip(1)
                .takeWhile(line -> line.startsWith("  "))
                .filter(line -> line.charAt(2) != ' ')
                .map(line -> line.strip().split(" ", -1)[0])
                .filter(command -> !command.equals("help"))
                .toList();
        assertThat(commands).contains("demo", "init", "serve", "requeue", "resume", "version");
        for (var command : commands) {
            var said = terminal.run(command, "--help");
            assertThat(said.exit()).as(command).isZero();
            assertThat(said.out())
                    .as(command)
                    .startsWith("Usage: longstop " + command)
                    .contains("--help", "--debug");
            assertThat(terminal.run("help", command).out()).as(command).isEqualTo(said.out());
            assertThat(said.out().lines()).as(command).allMatch(line -> line.length() <= 100);
        }
        for (var command : List.of("events", "runs", "jobs", "effects")) {
            assertThat(terminal.run(command, "list", "--help").exit()).isZero();
            assertThat(terminal.run(command, "show", "--help").exit()).isZero();
        }
    }

    @Test
    void wordsThatAreWrongAreToldInOneLineWithASuggestion() {
        var wrong = List.of(
                List.of(
                        "evnts",
                        "longstop: there is no command evnts; did you mean \"events\"?; `longstop --help` shows"
                                + " what there is\n"),
                List.of(
                        "check --jsn",
                        "longstop: there is no option --jsn; did you mean \"--json\"?; `longstop check"
                                + " --help` shows what there is\n"),
                List.of(
                        "check this",
                        "longstop: one word too many: this; `longstop check --help` shows what there is\n"),
                List.of(
                        "send",
                        "longstop: Missing required parameter: 'SOURCE'; `longstop send --help` shows what there"
                                + " is\n"),
                List.of(
                        "events shw",
                        "longstop: there is no command shw; did you mean \"show\"?; `longstop events"
                                + " --help` shows what there is\n"));
        for (var line : wrong) {
            var said = terminal.run(line.get(0).split(" "));
            assertThat(said.err()).as(line.get(0)).isEqualTo(line.get(1));
            assertThat(said.out()).as(line.get(0)).isEmpty();
            assertThat(said.exit()).as(line.get(0)).isEqualTo(Exit.USAGE);
        }
    }

    @Test
    void theVersionIsSaidToPeopleAndPrograms() {
        assertThat(terminal.run("version").out()).startsWith("longstop ");
        assertThat(terminal.run("--version").out()).startsWith("longstop ");
        assertThat(JsonMapper.shared()
                        .readTree(terminal.run("version", "--json").out())
                        .path("java")
                        .asString(""))
                .isEqualTo(Runtime.version().toString());
    }

    /** U7: what init writes is valid as it stands. */
    @Test
    void whatInitWritesIsSoundAndItsSecretIsPrivate() throws IOException {
        var said = terminal.run("init");
        assertThat(said.err()).isEmpty();
        assertThat(said.exit()).isZero();
        assertThat(said.out()).contains("longstop serve ", "longstop send github ", "/in/github");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("secrets/github"))))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("secrets"))))
                .isEqualTo("rwx------");
        var secret = Files.readString(folder.resolve("secrets/github"));
        assertThat(secret).matches("[0-9a-f]{64}\n");
        assertThat(said.out()).doesNotContain(secret.strip());
        var checked = terminal.run("check");
        assertThat(checked.err()).isEmpty();
        assertThat(checked.exit()).isZero();
    }

    @Test
    void initNeverOverwrites() throws IOException {
        terminal.run("init", "here");
        var secret = Files.readString(folder.resolve("here/secrets/github"));
        var again = terminal.run("init", "here");
        assertThat(again.exit()).isEqualTo(Exit.FAILED);
        assertThat(again.err())
                .isEqualTo("longstop: here/longstop.yaml is there already and was left as it is; move it away, or name"
                        + " another place\n");
        var second = terminal.run("init", "here/second.yaml", "--json");
        assertThat(second.exit()).isZero();
        assertThat(JsonMapper.shared()
                        .readTree(second.out())
                        .path("secret_is_new")
                        .booleanValue(true))
                .isFalse();
        assertThat(Files.readString(folder.resolve("here/secrets/github"))).isEqualTo(secret);
    }

    @Test
    void checkSaysEveryProblemAndItsNumber() {
        terminal.run("init");
        terminal.file("longstop.yaml", "leese: 3s\nsources: { github: { secrets: env:NOPE } }\n");
        var said = terminal.run("check");
        assertThat(said.exit()).isEqualTo(Exit.FAILED);
        assertThat(said.out()).isEmpty();
        assertThat(said.err()).isEqualTo("""
                        error    longstop.yaml:1:1  leese: unknown key; did you mean "lease"?
                        error    longstop.yaml:2:31  sources.github.secrets: the environment variable NOPE is not set
                        longstop: longstop.yaml has 2 errors [CONFIG_INVALID]
                        """);
        var json = JsonMapper.shared().readTree(terminal.run("check", "--json").out());
        assertThat(json.path("sound").booleanValue(true)).isFalse();
        assertThat(json.path("problems").get(0).path("line").intValue(0)).isEqualTo(1);
        assertThat(json.path("problems").get(0).path("message").asString(""))
                .isEqualTo("unknown key; did you mean \"lease\"?");
    }

    @Test
    void checkSaysWhatASoundConfigurationComesTo() {
        terminal.environment.put("GH", "a-secret-that-is-long-enough");
        terminal.file("etc/longstop.yaml", """
                public: { listen: 0.0.0.0:80, url: https://hooks.example.org }
                admin: { listen: 0.0.0.0:81, token: env:GH }
                store: { url: postgresql://db/ls, user: ls, password: env:GH }
                sources: { github: { secrets: env:GH, ignore: bot, rules: [{ event: issues, start: [one, two] }] } }
                agents: { one: { command: [/bin/one, secret-argument] }, two: { command: [two], timeout: 90s } }
                """);
        var said = terminal.run("check", "-c", "etc/longstop.yaml");
        assertThat(said.exit()).isZero();
        assertThat(said.out()).isEqualTo("""
                        etc/longstop.yaml is sound

                        public  http://0.0.0.0:80          open to the network; takes what is signed
                                https://hooks.example.org  the address to give to senders
                                POST /in/github            contract github, 1 secret; 1 rule for one, two; ignores bot
                        admin   http://0.0.0.0:81          open to the network; token from env:GH
                        store   PostgreSQL db/ls           leases of 30s
                        agents  one                        command /bin/one; 4 at once, 10m each, 8 attempts, drain 10m
                                two                        command two; 4 at once, 90s each, 8 attempts, drain 10m
                        parked  not known: the store cannot be reached
                        """);
        assertThat(said.err())
                .isEqualTo(
                        "warning  etc/longstop.yaml:2:18  admin.listen: the admin API is open to the network, without"
                                + " TLS and guarded by its token alone; 127.0.0.1:81 is the safe choice\n");
    }

    /** What no configured agent works on is seen before anybody starts the program, and while it runs. */
    @Test
    void checkSaysWhatIsParkedInTheStore() {
        terminal.run("init");
        assertThat(terminal.run("check").out()).doesNotContain("parked");
        var file = SqliteSettings.of(folder.resolve("data/longstop.db"));
        try (var store = SqliteStore.open(file, new SystemTime(), new SystemRandomness())) {
            for (var key : List.of("monday", "tuesday")) {
                new Inbox(store)
                        .accept(Starts.of("retired", key, "{}".getBytes(StandardCharsets.UTF_8), "somebody", 1))
                        .toCompletableFuture()
                        .join();
            }

            assertThat(terminal.run("check").out())
                    .contains("parked  agent retired  2 runs, kept until the configuration has it again\n");
        }
        var json = JsonMapper.shared().readTree(terminal.run("check", "--json").out());
        assertThat(json.path("parked").toString())
                .isEqualTo("[{\"what\":\"agent\",\"name\":\"retired\",\"row\":\"run\",\"count\":2}]");
    }

    @Test
    void coloursAreForTerminalsOnly() {
        terminal.run("init");
        assertThat(terminal.run("check").out()).doesNotContain("\u001b");
        terminal.colours = true;
        assertThat(terminal.run("check").out()).contains("\u001b[32m");
        assertThat(Screen.ofProcess(name -> java.util.Optional.of("1")).colours())
                .isFalse();
    }

    @Test
    void serveRunsASoundConfigurationAndRefusesAnyOther() {
        terminal.run("init");
        assertThat(terminal.run("serve").exit()).isZero();
        assertThat(terminal.served).hasSize(1);
        terminal.ending = new Serving.Refused(ErrorCode.LISTEN_FAILED, "cannot listen on 127.0.0.1:80: it is taken");
        var refused = terminal.run("serve");
        assertThat(refused.exit()).isEqualTo(Exit.FAILED);
        assertThat(refused.err()).isEqualTo("longstop: cannot listen on 127.0.0.1:80: it is taken [LISTEN_FAILED]\n");
        terminal.file("longstop.yaml", "");
        var said = terminal.run("serve");
        assertThat(said.exit()).isEqualTo(Exit.FAILED);
        assertThat(said.err()).isEqualTo("""
                        error    longstop.yaml  the file is empty; `longstop init` writes one to begin with
                        longstop: not started: 1 error [CONFIG_INVALID]; `longstop check` shows them again
                        """);
        assertThat(terminal.served).hasSize(2);
    }

    @Test
    void strangersWordsCannotSteerTheTerminal() {
        assertThat(Screen.safe("a\u001b[2Jb\r\nc\u202Ed")).isEqualTo("a?[2Jb??c?d");
        assertThat(Screen.safeBlock("a\r\nb\tc\u0007\rd")).isEqualTo("a\nb\tc??d");
        assertThat(new Columns().row("\u001b[31mx", "y").lines()).containsExactly("?[31mx  y");
    }

    @Test
    void agesAreShort() {
        assertThat(List.of(
                        0L,
                        999L,
                        1_000L,
                        60_000L,
                        90_000L,
                        125_000L,
                        3_600_000L,
                        5_400_000L,
                        86_400_000L,
                        200_000_000L))
                .extracting(Ages::duration)
                .containsExactly("0ms", "999ms", "1s", "1m", "90s", "2m", "1h", "90m", "1d", "2d");
    }
}

package dev.longstop.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.verification.FakeTime;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class AdminCommandsTest {

    private static final long NOW = FakeTime.START_MS;

    @TempDir
    Path folder = Path.of("");

    private Terminal terminal = new Terminal(folder);
    private FakeProgram program = new FakeProgram("unused-unused-unused");

    @BeforeEach
    void begin() {
        terminal = new Terminal(folder);
        terminal.time = FakeTime.create();
        terminal.environment.put("TOKEN", "the-token");
    }

    @AfterEach
    void end() {
        program.close();
    }

    private static String at(long ms) {
        return Instant.ofEpochMilli(ms).toString();
    }

    private Terminal.Said ask(String... words) {
        var all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--url", program.url(), "--token", "env:TOKEN"));
        return terminal.run(all.toArray(String[]::new));
    }

    /** R18: the service level is reported by week. */
    @Test
    void theServiceLevelIsReportedByWeek() {
        program.answering("/api/sla", """
                {"weeks":[{"week":"2026-W49","breaches":{}},{"week":"2026-W48","breaches":{"claude":2,"openai":1}}]}""");
        assertThat(ask("jobs", "sla").out()).isEqualTo("""
                        WEEK      LATE  PLATFORMS
                        2026-W49  0
                        2026-W48  3     claude 2, openai 1
                        """);
    }

    @Test
    void eventsAreAlignedWithAgesAndStates() {
        program.answering("/api/events?limit=20", """
                {"events":[
                 {"seq":12,"source":"github","event_id":"a-b","type":"issues","action":"opened","state":"done",
                  "received_at":"%s"},
                 {"seq":3,"source":"stripe","event_id":"evt_1","type":"invoice.paid","action":"","state":"ignored",
                  "ignored":"no_rule","received_at":"%s"}],
                 "next":"/api/events?limit=20&before=3"}""".formatted(at(NOW - 5_000), at(NOW - 7_200_000)));
        var said = ask("events");
        assertThat(said.err()).isEmpty();
        assertThat(said.out()).isEqualTo("""
                        SEQ  AGE  SOURCE  EVENT          STATE              ID
                        12   5s   github  issues.opened  done               a-b
                        3    2h   stripe  invoice.paid   ignored (no_rule)  evt_1
                        more with --before 3
                        """);
        assertThat(ask("events", "list").out()).isEqualTo(said.out());
        assertThat(JsonMapper.shared().readTree(ask("events", "--json").out()).path("events"))
                .hasSize(2);
    }

    @Test
    void filtersGoIntoTheQuery() {
        program.answering("/api/events?limit=5&source=github&type=issues&state=dead&q=a+b&before=9", "{\"events\":[]}");
        assertThat(ask(
                                "events",
                                "list",
                                "--limit",
                                "5",
                                "--source",
                                "github",
                                "--type",
                                "issues",
                                "--state",
                                "dead",
                                "--q",
                                "a b",
                                "--before",
                                "9")
                        .out())
                .isEqualTo("no events\n");
        program.answering("/api/runs?limit=20&agent=one&state=held", "{\"runs\":[]}");
        assertThat(ask("runs", "--agent", "one", "--state", "held").out()).isEqualTo("no runs\n");
    }

    @Test
    void runsAreAlignedToo() {
        program.answering("/api/runs?limit=20", """
                {"runs":[
                 {"id":42,"agent":"one","event":"github/a-b","state":"pending","attempts":2,
                  "created_at":"%s","due_at":"%s"},
                 {"id":41,"agent":"one","event":"github/c","state":"done","attempts":1,
                  "created_at":"%s","outcome":"exit 0"}]}
                """.formatted(at(NOW - 60_000), at(NOW + 30_000), at(NOW - 3_600_000)));
        assertThat(ask("runs").out()).isEqualTo("""
                        RUN  AGE  AGENT  STATE             TRIES  EVENT       OUTCOME
                        42   1m   one    pending (in 30s)  2      github/a-b
                        41   1h   one    done              1      github/c    exit 0
                        """);
    }

    @Test
    void showSaysEverything() {
        program.answering("/api/events/12", """
                        {"seq":12,"key":"github/a-b","received_at":"%s","subject":null,"labels":["x","y"],
                         "runs":[{"id":42,"state":"done"},{"id":43,"state":"dead"}]}""".formatted(at(NOW - 5_000)))
                .answering("/api/events?source=github&event_id=ID", "{\"events\":[{\"seq\":12}]}")
                .answering("/api/runs/42", "{\"id\":42,\"outcome\":\"exit 1\",\"result\":\"one\\ntwo\\u001b[2J\"}");
        var expected = """
                seq            12
                key            github/a-b
                received_at    2025-12-31T23:59:55Z (5s ago)
                labels         x, y
                runs[0].id     42
                runs[0].state  done
                runs[1].id     43
                runs[1].state  dead
                """;
        assertThat(ask("events", "show", "12").out()).isEqualTo(expected);
        assertThat(ask("events", "show", "github/a-b").out()).isEqualTo(expected);
        assertThat(ask("runs", "show", "42").out())
                .isEqualTo("id       42\noutcome  exit 1\n\nresult:\n  one\n  two?[2J\n");
    }

    @Test
    void whatIsWrongIsSaidInOneLineWithWhatToDo() {
        assertThat(ask("events", "show", "99").err())
                .isEqualTo("longstop: there is no 99; the list shows what there is\n");
        assertThat(ask("runs", "show", "x").err()).isEqualTo("longstop: there is no x; the list shows what there is\n");
        program.answering("/api/events?limit=20", "!{\"title\":\"Unavailable\",\"detail\":\"the store is away\"}");
        assertThat(ask("events").err()).endsWith(" answered 503: the store is away\n");
        program.answering("/api/events?limit=20", "hello");
        assertThat(ask("events").err())
                .isEqualTo("longstop: what answered is not the admin API: no JSON [ADMIN_UNREACHABLE]\n");
        assertThat(terminal.run("events", "--url", program.url(), "--token", "the-token")
                        .err())
                .isEqualTo("longstop: --token: secrets only as env:NAME or file:PATH, never on a command line\n");
        assertThat(terminal.run("events", "--url", program.url()).err())
                .isEqualTo("longstop: the admin API at " + program.url()
                        + " refused a request without a token; give --token"
                        + " env:NAME or file:PATH [ADMIN_UNREACHABLE]\n");
        assertThat(terminal.run("events", "--url", "nonsense").err())
                .isEqualTo("longstop: give --url with the address of the admin API, such as http://127.0.0.1:8081\n");
        assertThat(terminal.run("events").err())
                .isEqualTo(
                        "longstop: there is no longstop.yaml here that says where the program is; give --config FILE,"
                                + " or"
                                + " --url URL and --token REF\n");
    }

    /** Commands that only look need no secret of the service: their address and token are enough. */
    @Test
    void theConfigurationSaysWhereTheProgramIsEvenIfItsSecretsAreNotHere() {
        program.answering("/api/events?limit=20", "{\"events\":[]}");
        terminal.file("longstop.yaml", """
                admin: { listen: "%s" }
                store: sqlite:state/x.db
                sources: { github: { secrets: env:ONLY_THE_SERVICE_HAS_IT, rules: [{ event: issues, start: one }] } }
                agents: { one: { command: [one] } }
                """.formatted(program.url().substring(7)));
        assertThat(terminal.run("events").err()).contains("refused a request without a token");
        terminal.file("state/admin-token", "the-token\n");
        assertThat(terminal.run("events").out()).isEqualTo("no events\n");
    }
}

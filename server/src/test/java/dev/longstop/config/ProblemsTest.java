package dev.longstop.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProblemsTest {

    @TempDir
    java.nio.file.Path folder = java.nio.file.Path.of("");

    private Given given = new Given(folder);

    @BeforeEach
    void begin() {
        given = new Given(folder);
    }

    /** What is said of the sound file after one change; the change must be one. */
    private List<String> changed(String from, String to) {
        assertThat(Given.SOUND).contains(from);
        return given.said(Given.SOUND.replace(from, to));
    }

    /** One change, one problem, in exactly these words. */
    private void holds(String from, String to, String expected) {
        assertThat(changed(from, to)).as("%s -> %s", from, to).containsExactly("longstop.yaml:" + expected);
    }

    @Test
    void allProblemsAreInOneReportInTheOrderOfTheFile() {
        assertThat(given.said(Given.SOUND
                        .replace("lease: 20s", "leese: 20s")
                        .replace("rules:", "rulez:")
                        .replace("timeout: 20m", "timeout: 20 minutes")))
                .containsExactly(
                        "longstop.yaml:4:1  leese: unknown key; did you mean \"lease\"?",
                        "longstop.yaml:10:5  sources.github.rulez: unknown key; did you mean \"rules\"?",
                        "longstop.yaml:20:14  agents.review.timeout: expected a duration such as 500ms, 30s, 10m, 2h or"
                                + " 7d, not \"20 minutes\"");
    }

    @Test
    void aWordThatIsNotKnownGetsASuggestionOrTheWordsThatAre() {
        holds(
                "start: triage }",
                "start: triag }",
                "11:58  sources.github.rules[0].start: there is no agent called \"triag\"; did you mean \"triage\"?");
        holds(
                "start: triage }",
                "start: zzzzzz }",
                "11:58  sources.github.rules[0].start: there is no agent called \"zzzzzz\"; there are: triage,"
                        + " review, ask");
        holds(
                "mode: shadow",
                "mode: shaddow",
                "13:41  sources.github.rules[2].mode: expected one of live, shadow, not \"shaddow\"; did you mean"
                        + " \"shadow\"?");
        holds(
                "public: {",
                "public: { port: 1,",
                "1:11  public.port: unknown key; known here: listen, trusted_proxies, url");
        holds(
                "  github:\n",
                "  github:\n    contract: githup\n",
                "8:15  sources.github.contract: there is no contract called \"githup\"; did you mean \"github\"?");
    }

    @Test
    void aSourceWhoseNameIsNoContractSaysHowToNameOne() {
        holds(
                "  github:\n",
                "  hub:\n",
                "7:3  sources.hub: there is no contract called \"hub\"; `longstop contracts` lists them; a source says"
                        + " which one by the key \"contract\"");
    }

    @Test
    void everyUnitSaysWhatItExpects() {
        holds(
                "lease: 20s",
                "lease: 20",
                "4:8  lease: expected a duration such as 500ms, 30s, 10m, 2h or 7d, not \"20\"");
        holds("lease: 20s", "lease: 2h", "4:8  lease: must be from 1s to 1h");
        holds(
                "backoff: 2s..10m",
                "backoff: 10m..2s",
                "5:60  defaults.retry.backoff: expected a range of durations such as 5s..1h, not \"10m..2s\"");
        holds(
                "concurrency: 2",
                "concurrency: two",
                "19:18  agents.review.concurrency: expected a whole number, not \"two\"");
        holds("concurrency: 2", "concurrency: 0", "19:18  agents.review.concurrency: must be from 1 to 1000");
        holds("attempts: 5", "attempts: 101", "5:48  defaults.retry.attempts: must be from 1 to 100");
        holds(
                "until: 2026-12-31",
                "until: 2026-13-31",
                "8:67  sources.github.secrets[1].until: expected a date such as 2026-12-31 (through that day, UTC) or"
                        + " an"
                        + " instant such as 2026-12-31T18:00:00Z, not \"2026-13-31\"");
        holds(
                "0.0.0.0:9080",
                "0.0.0.0:99999",
                "1:19  public.listen: expected host:port such as 127.0.0.1:8080 or [::1]:8080, not \"0.0.0.0:99999\"");
        holds(
                "0.0.0.0:9080",
                "9080",
                "1:19  public.listen: expected host:port such as 127.0.0.1:8080 or [::1]:8080, not \"9080\"");
        holds(
                "https://hooks.example.org/longstop",
                "/hooks",
                "1:38  public.url: expected an absolute URL that begins with https:// or http://, not \"/hooks\"");
        holds(
                "https://hooks.example.org/longstop",
                "https://hooks.example.org/?a=1",
                "1:38  public.url: the public address ends before any ? or #");
        holds(
                "sqlite:state/longstop.db",
                "h2:state/longstop.db",
                "3:8  store: expected sqlite:PATH, or { url: postgresql://host/database, user: NAME, password:"
                        + " env:NAME },"
                        + " not \"h2:state/longstop.db\"");
        holds(
                "sqlite:state/longstop.db",
                "\"sqlite::memory:\"",
                "3:8  store: expected sqlite: and the path of a file, such as sqlite:data/longstop.db");
        holds(
                "secrets: [env:GH_SECRET,",
                "max_body: 1 MB\n    secrets: [env:GH_SECRET,",
                "8:15  sources.github.max_body: expected a size such as 64KiB or 1MiB, not \"1 MB\"");
    }

    private void holds(String from, String to, String first, String second) {
        assertThat(changed(from, to)).containsExactly("longstop.yaml:" + first, "longstop.yaml:" + second);
    }

    @Test
    void aValueOfAnotherKindIsSaidInWords() {
        holds(
                "admin: { listen: 127.0.0.1:9081, token: env:ADMIN_TOKEN, names: Longstop }",
                "admin: yes",
                "2:8  admin: expected a mapping, found a single value");
        holds(
                "lease: 20s",
                "lease: [20s]",
                "4:1  lease: expected a duration such as 500ms, 30s, 10m, 2h or 7d, found a list");
        holds(
                "lease: 20s",
                "lease:",
                "4:1  lease: expected a duration such as 500ms, 30s, 10m, 2h or 7d, found nothing");
        holds(
                "ask: { command: [ask] }",
                "ask: { command: ask }",
                "23:19  agents.ask.command: expected a list of the program and its arguments, such as [sh, -c,"
                        + " \"cat\"],"
                        + " found a single value");
        holds(
                "{ command: [ask] }",
                "{ command: [] }",
                "23:10  agents.ask.command: expected a list of the program and its arguments, such as [sh, -c,"
                        + " \"cat\"],"
                        + " found an empty list");
        holds(
                "event: \"*\", start: ask, ",
                "event: [], start: ask, ",
                "13:11  sources.github.rules[2].event: at least one is needed");
    }

    @Test
    void whatIsMissingIsNamedAtItsPlace() {
        holds(
                "secrets: [env:GH_SECRET, { value: file:secrets/gh_old, until: 2026-12-31 }]",
                "contract: github",
                "7:3  sources.github: the key \"secrets\" is missing");
        holds(
                "[env:GH_SECRET, { value: file:secrets/gh_old, until: 2026-12-31 }]",
                "[]",
                "8:5  sources.github.secrets: at least one secret is needed");
        holds(
                "event: \"*\", start: ask,",
                "event: \"*\",",
                "13:9  sources.github.rules[2]: the key \"start\" is missing");
        holds(
                "ask: { command: [ask] }",
                "ask: {}",
                "23:3  agents.ask: an agent has exactly one of command, http, platform");
    }

    /** S2: secrets come from a secret store and do not stand in the file; what stands there is not repeated. */
    @Test
    void aSecretGivenInTheFileIsRefusedWithoutRepeatingIt() {
        var only = "secrets only as env:NAME or file:PATH, never in this file";
        holds("[env:GH_SECRET,", "[hunter2hunter2,", "8:15  sources.github.secrets[0]: " + only);
        holds("token: env:ADMIN_TOKEN", "token: hunter2", "2:41  admin.token: " + only);
        holds("value: file:secrets/gh_old", "value: hunter2", "8:39  sources.github.secrets[1].value: " + only);
        holds(
                "sqlite:state/longstop.db",
                "{ url: postgresql://h/d, user: u, password: hunter2 }",
                "3:52  store.password: " + only);
        holds(
                "sqlite:state/longstop.db",
                "{ url: postgresql://u:hunter2@h/d, user: u }",
                "3:15  store.url: the URL must not hold a user or password; they are keys of their own");
        holds(
                "sqlite:state/longstop.db",
                "{ url: \"postgresql://h/d?password=hunter2\", user: u }",
                "3:15  store.url: the URL must not hold a user or password; they are keys of their own");
        holds(
                "API_KEY: env:API_KEY",
                "API_KEY: hunter2",
                "18:21  agents.review.env.API_KEY: this looks like a secret; give it as env:NAME or file:PATH");
    }

    @Test
    void whatCannotBeFollowedSaysWhy() {
        given.environment.put("EMPTY", "");
        given.environment.put("WRONG", "marker-of-a-wrong-value");
        given.file("empty", "\n", "rw-------");
        given.file("big", "x".repeat(References.FILE_BYTES_MAX + 1), "rw-------");
        holds(
                "[env:GH_SECRET,",
                "[env:NOPE,",
                "8:15  sources.github.secrets[0]: the environment variable NOPE is not set");
        holds(
                "[env:GH_SECRET,",
                "[env:EMPTY,",
                "8:15  sources.github.secrets[0]: the environment variable EMPTY is empty");
        holds("file:secrets/gh_old", "file:empty", "8:39  sources.github.secrets[1].value: the file is empty");
        holds(
                "file:secrets/gh_old",
                "file:big",
                "8:39  sources.github.secrets[1].value: the file is larger than 64 KiB");
        holds("file:secrets/gh_old", "file:nope", "8:39  sources.github.secrets[1].value: there is no file nope");
        holds(
                "file:secrets/gh_old",
                "file:secrets",
                "8:39  sources.github.secrets[1].value: secrets is not a regular file");
        holds(
                "lease: 20s",
                "lease: env:WRONG",
                "4:8  lease: expected a duration such as 500ms, 30s, 10m, 2h or 7d, not the value of env:WRONG");
    }

    @Test
    void aTokenThatNoHeaderCanCarryIsRefused() {
        given.environment.put("ADMIN_TOKEN", "two\nlines");
        assertThat(given.said(Given.SOUND))
                .containsExactly(
                        "longstop.yaml:2:41  admin.token: a token is one line of printable ASCII without spaces,"
                                + " or no header can carry it");
    }

    /** Names with underscores are usual where containers find each other by name. */
    @Test
    void aDatabaseHostMayBeNamedAsContainersAre() {
        assertThat(changed("sqlite:state/longstop.db", "{ url: \"postgresql://my_db:5432/ls\", user: u }"))
                .isEmpty();
    }

    @Test
    void theSafeAnswersToASuspectedReplayAreThere() {
        for (var answer : List.of("hold", "run", "duplicate")) {
            assertThat(changed("ignore: [acme-agent]", "replays: " + answer + "\n    max_body: 1MiB"))
                    .isEmpty();
        }
    }

    @Test
    void aKeyThatStandsTwiceIsAnErrorEvenIfBothAreEqual() {
        holds("lease: 20s", "lease: 20s\nlease: 20s", "5:1  lease: this key stands here twice; first in line 4");
    }

    @Test
    void whatIsDoubtfulIsAWarningAndTheProgramStarts() {
        given.file("open", "marker-of-an-open-secret", "rw-r--r--");
        given.environment.put("SHORT", "short");
        var doubts = Map.of(
                "[env:GH_SECRET, {", "[file:open, {",
                "[env:GH_SECRET, { v", "[env:SHORT, { v",
                "127.0.0.1:9081", "0.0.0.0:9081",
                "https://hooks", "http://hooks",
                "until: 2026-12-31", "until: 2025-12-30",
                "[env:GH_SECRET, { va", "[env:GH_SECRET, env:GH_SECRET, { va",
                "ask: { command: [ask] }", "ask: { command: [ask] }\n  idle: { command: [idle] }");
        doubts.forEach((from, to) -> {
            var checked = given.read(Given.SOUND.replace(from, to));
            assertThat(checked.problems()).as(to).hasSize(1).noneMatch(Problem::isError);
            assertThat(checked.configuration()).as(to).isPresent();
        });
        assertThat(changed("[env:GH_SECRET, {", "[file:open, {"))
                .containsExactly(
                        "longstop.yaml:8:15  sources.github.secrets[0]: every user of this machine can read the"
                                + " file; chmod 600 open");
    }

    @Test
    void aSourceOfWhichNoSecretCountsAnyMoreIsAWarning() {
        assertThat(changed(
                        "[env:GH_SECRET, { value: file:secrets/gh_old, until: 2026-12-31 }]",
                        "{ value: env:GH_SECRET, until: 2025-01-01T00:00:00Z }"))
                .containsExactly(
                        "longstop.yaml:8:5  sources.github.secrets: no secret counts any more: every delivery is"
                                + " refused",
                        "longstop.yaml:8:45  sources.github.secrets.until: this time is over: the secret no longer"
                                + " counts"
                                + " and can be removed");
    }

    @Test
    void twoListenersNeedTwoPorts() {
        holds(
                "127.0.0.1:9081",
                "127.0.0.1:9080",
                "2:1  admin: public.listen and admin.listen need ports of their own; both are 9080");
    }

    @Test
    void anAgentIsOfOneKindAndHasThatKindsKeys() {
        assertThat(changed("{ command: [ask] }", "{ command: [ask], http: http://x/y, with: { a: 1 } }"))
                .contains(
                        "longstop.yaml:23:3  agents.ask: an agent has exactly one of command, http, platform",
                        "longstop.yaml:23:44  agents.ask.with: only agents of kind platform have this key");
    }

    /** What the launch of a job would lack is said at the start, not by its first run. */
    @Test
    void whatALaunchLacksIsSaidAtTheStart() {
        assertThat(onPlatform("openai-responses", "model: m, promt: p"))
                .containsExactly(
                        "longstop.yaml:23:3  agents.ask: a launch on openai-responses needs under `with`:" + " prompt");
        assertThat(onPlatform("openai-responses", "model: m, prompt: p")).isEmpty();
        assertThat(onPlatform("replicate", "owner: o, model: m"))
                .containsExactly("longstop.yaml:23:3  agents.ask: a launch on replicate says where to call back: give"
                        + " `public.url`, and a source that feeds the platform");
    }

    private List<String> onPlatform(String platform, String with) {
        return changed(
                "ask: { command: [ask] }\n",
                "ask: { platform: %s, with: { %s } }\nplatforms: { %s: { secrets: { api_key: env:API_KEY } } }\n"
                        .formatted(platform, with, platform));
    }

    /** U11: what the program itself says to a command cannot be overwritten. */
    @Test
    void theProgramsOwnVariablesCannotBeSet() {
        holds(
                "MODE: fast",
                "LONGSTOP_RUN_ID: fast",
                "18:34  agents.review.env.LONGSTOP_RUN_ID: this variable is set by the program itself");
        holds(
                "MODE: fast",
                "A-B: fast",
                "18:34  agents.review.env.A-B: a variable's name has letters, digits and _ and does not begin with a"
                        + " digit");
    }

    @Test
    void conditionsThatCannotHoldAreRefused() {
        holds(
                "if: { $.pull_request.draft: false }",
                "if: { pull_request.draft: false }",
                "12:45  sources.github.rules[1].if.pull_request.draft: \"pull_request.draft\" is not a path: a path"
                        + " starts with"
                        + " $. or $[ at position 0; a condition is a path and what stands there, as in {"
                        + " $.pull_request.draft: false }");
        holds(
                "$.pull_request.draft: false",
                "$.pull_request.draft: { equals: false }",
                "12:45  sources.github.rules[1].if.$.pull_request.draft: a condition has exactly one of is, not, in,"
                        + " exists",
                "12:69  sources.github.rules[1].if.$.pull_request.draft.equals: unknown key; known here: exists, in,"
                        + " is, not");
        holds(
                "$.pull_request.draft: false",
                "$.pull_request.draft: { is: 1, not: 2 }",
                "12:45  sources.github.rules[1].if.$.pull_request.draft: a condition has exactly one of is, not, in,"
                        + " exists");
        holds(
                "$.pull_request.draft: false",
                "$.pull_request.draft: { in: 3 }",
                "12:73  sources.github.rules[1].if.$.pull_request.draft.in: expected a list of values, found a single"
                        + " value");
        holds(
                "$.pull_request.draft: false",
                "$.pull_request.draft: { exists: maybe }",
                "12:77  sources.github.rules[1].if.$.pull_request.draft.exists: expected true or false, not \"maybe\"");
    }

    @Test
    void namesHaveOneForm() {
        holds(
                "  ask: { command",
                "  Ask: { command",
                "13:30  sources.github.rules[2].start: there is no agent called \"ask\"; there are: triage, review",
                "23:3  agents.Ask: a name has 1 to 63 of a-z 0-9 _ - and begins with a letter or digit");
    }

    /** H11: a template that names nothing is an error at start, not at the first event. */
    @Test
    void aTemplateThatNamesNothingIsAnError() {
        given.environment.put("T", "marker-of-a-token");
        for (var wrong : Map.of(
                        "${event.typo}", "there is no variable ${event.typo}; did you mean ${event.type}?",
                        "${$.a[}", "is not a path",
                        "${result.text", "a ${ is not closed",
                        "${payload}",
                                "there is no variable ${payload}; there are ${$.path}, ${event.id|type|action|source},")
                .entrySet()) {
            var checked = given.readWholeForm(Given.SOUND
                    + "effects: { tell: { slack_message: x, token: env:T, body: \"" + wrong.getKey() + "\" } }");
            assertThat(given.lines(checked)).hasSize(1).allMatch(line -> line.contains(wrong.getValue()));
        }
    }

    @Test
    void aReportIsBounded() {
        var text = new StringBuilder("sources: {}\n");
        for (int i = 0; i < 1_000; i++) {
            text.append("unknown").append(i).append(": 1\n");
        }
        var said = given.said(text.toString());
        assertThat(said).hasSize(201);
        assertThat(said.get(200)).isEqualTo("longstop.yaml  800 further problems are not listed");
    }
}

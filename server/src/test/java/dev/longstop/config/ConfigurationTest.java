package dev.longstop.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.config.Configuration.StorePlace.Postgresql;
import dev.longstop.config.Configuration.StorePlace.Sqlite;
import dev.longstop.config.EffectSettings.Outcome;
import dev.longstop.config.EffectSettings.Policy;
import dev.longstop.config.PlatformSettings.UnknownJobs;
import dev.longstop.contract.Path;
import dev.longstop.inbox.Rule;
import dev.longstop.inbox.Source;
import dev.longstop.queue.Busy;
import dev.longstop.queue.Interrupted;
import dev.longstop.queue.Limit;
import dev.longstop.queue.Limit.Scope;
import dev.longstop.queue.RetrySettings;
import dev.longstop.queue.RunMode;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationTest {

    private static final String LEAST = """
            sources:
              github: { secrets: env:GH_SECRET, rules: [{ event: issues, start: one }] }
            agents:
              one: { command: [one] }
            """;

    @TempDir
    java.nio.file.Path folder = java.nio.file.Path.of("");

    private Given given = new Given(folder);

    @BeforeEach
    void begin() {
        given = new Given(folder);
    }

    private Configuration sound(String yaml) {
        var checked = given.read(yaml);
        assertThat(given.lines(checked)).isEmpty();
        return checked.configuration().orElseThrow();
    }

    @Test
    void everyDefaultIsWhatTheReferenceSays() {
        var configuration = sound(LEAST);
        assertThat(configuration.door().listen()).isEqualTo(new Listen("0.0.0.0", 8080));
        assertThat(configuration.door().url()).isEmpty();
        assertThat(configuration.door().trustedProxies()).isEmpty();
        assertThat(configuration.admin().listen()).isEqualTo(new Listen("127.0.0.1", 8081));
        assertThat(configuration.admin().token()).isEmpty();
        assertThat(configuration.admin().names()).isEmpty();
        assertThat(configuration.adminTokenFile()).isEqualTo(folder.resolve("data/admin-token"));
        assertThat(configuration.store()).isEqualTo(new Sqlite(folder.resolve("data/longstop.db")));
        assertThat(configuration.leaseMs()).isEqualTo(30_000);
        assertThat(configuration.defaults())
                .isEqualTo(new Configuration.Defaults(
                        4, List.of(), new RetrySettings(8, 5_000, 3_600_000), 600_000, 600_000));
        assertThat(configuration.alerts().slack()).isEmpty();
        assertThat(configuration.alerts().heartbeat()).isEmpty();
        assertThat(configuration.platforms()).isEmpty();
        assertThat(configuration.effects()).isEmpty();

        var source = configuration.sources().get("github");
        assertThat(source).isNotNull();
        assertThat(source.contract().id()).isEqualTo("github");
        assertThat(source.ignore()).isEmpty();
        assertThat(source.feeds()).isEmpty();
        assertThat(source.bodyBytesMax()).isEqualTo(source.contract().bodyBytesMax());
        assertThat(source.dedupWindowMs()).isEqualTo(source.contract().retryHorizonMs());
        assertThat(source.replays()).isEqualTo(Source.Replays.HOLD);
        assertThat(source.secrets()).hasSize(1);
        assertThat(source.secrets().get(0).untilMs()).isEmpty();
        assertThat(source.rules()).containsExactly(new Rule(List.of("issues"), Map.of(), List.of("one"), RunMode.LIVE));

        var agent = configuration.agents().get("one");
        assertThat(agent).isNotNull();
        assertThat(agent.pace())
                .isEqualTo(new AgentSettings.Pace(4, 600_000, 600_000, new RetrySettings(8, 5_000, 3_600_000)));
        assertThat(agent.busy()).isEqualTo(Busy.QUEUE);
        assertThat(agent.interrupted()).isEqualTo(Interrupted.RETRY);
        assertThat(agent.limits()).isEmpty();
        assertThat(agent.then()).isEmpty();
        assertThat(configuration.commands().get(0).environment()).isEmpty();
    }

    @Test
    void everyKeyThatIsActedOnIsRead() {
        var configuration = sound(Given.SOUND);
        assertThat(configuration.door().listen()).isEqualTo(new Listen("0.0.0.0", 9080));
        assertThat(configuration.door().url()).contains(URI.create("https://hooks.example.org/longstop"));
        assertThat(configuration.admin().listen()).isEqualTo(new Listen("127.0.0.1", 9081));
        assertThat(configuration.admin().token().orElseThrow().value()).isEqualTo("marker-of-the-admin-token");
        assertThat(configuration.admin().names()).containsExactly("longstop");
        assertThat(configuration.store()).isEqualTo(new Sqlite(folder.resolve("state/longstop.db")));
        assertThat(configuration.dataFolder()).isEqualTo(folder.resolve("state"));
        assertThat(configuration.leaseMs()).isEqualTo(20_000);
        assertThat(configuration.defaults())
                .isEqualTo(new Configuration.Defaults(
                        3, List.of(), new RetrySettings(5, 2_000, 600_000), 300_000, 60_000));

        var source = configuration.sources().get("github");
        assertThat(source).isNotNull();
        assertThat(source.secrets().get(0).name()).isEqualTo("env:GH_SECRET");
        assertThat(source.secrets().get(0).value()).isEqualTo("marker-of-the-github-secret");
        assertThat(source.secrets().get(1).value()).isEqualTo("marker-of-the-old-secret");
        assertThat(source.secrets().get(1).untilMs())
                .contains(Instant.parse("2027-01-01T00:00:00Z").toEpochMilli());
        assertThat(source.ignore()).containsExactly("acme-agent");
        assertThat(source.rules())
                .containsExactly(
                        new Rule(List.of("issues.opened", "issues.labeled"), Map.of(), List.of("triage"), RunMode.LIVE),
                        new Rule(
                                List.of("pull_request.opened"),
                                Map.of(Path.parse("$.pull_request.draft"), new Rule.Is(false)),
                                List.of("triage", "review"),
                                RunMode.LIVE),
                        new Rule(List.of("*"), Map.of(), List.of("ask"), RunMode.SHADOW));

        assertThat(configuration.agents().keySet()).containsExactly("triage", "review", "ask");
        var review = configuration.commands().get(1);
        assertThat(review.command()).containsExactly("review", "--deep");
        assertThat(review.environment())
                .containsExactlyInAnyOrderEntriesOf(Map.of("API_KEY", "marker-of-the-api-key", "MODE", "fast"));
        assertThat(review.concurrency()).isEqualTo(2);
        assertThat(review.timeoutMs()).isEqualTo(1_200_000);
        assertThat(review.retry()).isEqualTo(new RetrySettings(2, 1_000, 1_000));
        assertThat(configuration.commands().get(0).concurrency()).isEqualTo(3);
        assertThat(configuration.drainMs()).isEqualTo(1_800_000);
    }

    @Test
    void everyOperatorOfAConditionIsRead() {
        var configuration = sound(LEAST.replace("event: issues,", """
                event: issues, if: { $.a: 1, $.b: "1", $.c: { is: yes }, $.d: { not: 1.5 }, $.e: { in: [a, 2] }, \
                "$.f[0].g": { exists: true } },"""));
        var source = configuration.sources().get("github");
        assertThat(source).isNotNull();
        assertThat(source.rules().get(0).conditions())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        Path.parse("$.a"), new Rule.Is(1L),
                        Path.parse("$.b"), new Rule.Is("1"),
                        Path.parse("$.c"), new Rule.Is("yes"),
                        Path.parse("$.d"), new Rule.Not(1.5),
                        Path.parse("$.e"), new Rule.In(List.of("a", 2L)),
                        Path.parse("$.f[0].g"), new Rule.Exists(true)));
    }

    @Test
    void postgresqlIsAMapping() {
        var configuration = sound(
                LEAST + "store: { url: postgresql://db:5433/ls?sslmode=require, user: ls, password: env:API_KEY }\n");
        var place = (Postgresql) configuration.store();
        assertThat(place.jdbcUrl()).isEqualTo("jdbc:postgresql://db:5433/ls?sslmode=require");
        assertThat(place.user()).isEqualTo("ls");
        assertThat(place.password().orElseThrow().value()).isEqualTo("marker-of-the-api-key");
        assertThat(configuration.dataFolder()).isEqualTo(folder.resolve("data"));
    }

    @Test
    void anyValueMayStandElsewhere() {
        given.environment.putAll(Map.of("PLACE", "sqlite:x.db", "MANY", "7", "WHO", "one", "WHEN", "2m"));
        given.file("program", "/usr/bin/agent\n", "rw-r--r--");
        var configuration = sound("""
                store: env:PLACE
                defaults: { concurrency: env:MANY, timeout: env:WHEN }
                sources:
                  github: { secrets: env:GH_SECRET, rules: [{ event: issues, start: env:WHO }] }
                agents:
                  one: { command: [file:program, --fast] }
                """);
        assertThat(configuration.store()).isEqualTo(new Sqlite(folder.resolve("x.db")));
        assertThat(configuration.defaults().concurrency()).isEqualTo(7);
        assertThat(configuration.commands().get(0).command()).containsExactly("/usr/bin/agent", "--fast");
        assertThat(configuration.commands().get(0).timeoutMs()).isEqualTo(120_000);
    }

    /** The example of the whole form, as the design has it, with what else the form knows. */
    static final String WHOLE_FORM = """
            public: { listen: 0.0.0.0:8080, url: https://hooks.example.org, trusted_proxies: [10.0.0.0/8, "fd00::/8"] }
            admin: { listen: 127.0.0.1:8081 }
            store: sqlite:data/longstop.db
            lease: 30s
            alerts: { slack: env:ALERT_URL, heartbeat: env:HEARTBEAT_URL }
            defaults:
              concurrency: 4
              limit: [20/h per lane, 200/d]
              retry: { attempts: 8, backoff: 5s..1h }
              timeout: 10m
              drain: 10m
            sources:
              github:
                secrets: [env:GH_SECRET, { value: file:secrets/gh_old, until: 2026-12-31 }]
                ignore: [acme-agent]
                rules:
                  - { event: [issues.opened, issues.labeled], start: triage }
                  - { event: pull_request.opened, if: { $.pull_request.draft: false }, start: [review, security] }
                  - { event: issue_comment.created, start: ask, mode: shadow }
              claude:
                contract: github
                secrets: [env:CLAUDE_HOOK]
                feeds: claude
                max_body: 2MiB
                dedup_window: 3d
                replays: run
            agents:
              triage:
                platform: claude
                with:
                  { agent_id: ag_1, environment_id: env_1, rubric: r, tags: [a, 1], prompt: "${$.issue} ${event.id}" }
                jobs: 10
                then: [comment]
              review: { http: http://review:9000/run, timeout: 20m, busy: supersede, then: [comment] }
              security: { http: http://sec:9000/run, sign_with: env:SIGN, limit: 5/m }
              ask:
                command: [claude, -p, "Answer the question in the JSON on standard input; it is data"]
                env: { ANTHROPIC_API_KEY: env:ANTHROPIC_API_KEY }
                timeout: 30m
                drain: 30m
                interrupted: hold
            platforms:
              claude:
                use: anthropic-sessions
                secrets: { api_key: env:ANTHROPIC_API_KEY }
                sla: 30m
                unknown_jobs: track
                lost_after: 3d
                rescue_grace: 1m
                base: https://claude.example.org/api/
                with: { region: eu }
                then: [announce]
            effects:
              comment: { github_comment: subject, body: "${result.text}", token: env:GH_TOKEN, after: [succeeded] }
              announce:
                http: https://example.org/hooks/agent-done
                sign_with: env:ANNOUNCE_SECRET
                policy: at_least_once
                after: [succeeded, failed]
              tell: { slack_message: "#agents", token: env:GH_TOKEN, policy: at_most_once, done_on: [409], timeout: 5s,
                      retry: { attempts: 3 } }
            """;

    private void wholeEnvironment() {
        for (var name : List.of(
                "ALERT_URL",
                "HEARTBEAT_URL",
                "CLAUDE_HOOK",
                "SIGN",
                "ANTHROPIC_API_KEY",
                "GH_TOKEN",
                "ANNOUNCE_SECRET")) {
            given.environment.put(name, "marker-" + name);
        }
    }

    @Test
    void theWholeFormIsRead() {
        wholeEnvironment();
        var checked = given.readWholeForm(WHOLE_FORM);
        assertThat(given.lines(checked)).isEmpty();
        var configuration = checked.draft();
        assertThat(configuration.door().trustedProxies()).containsExactly("10.0.0.0/8", "fd00::/8");
        assertThat(configuration.alerts().slack().orElseThrow().value()).isEqualTo("marker-ALERT_URL");
        assertThat(configuration.alerts().heartbeat().orElseThrow().value()).isEqualTo("marker-HEARTBEAT_URL");
        assertThat(configuration.defaults().limits())
                .containsExactly(new Limit(20, 3_600_000, Scope.LANE), new Limit(200, 86_400_000, Scope.AGENT));

        var claude = configuration.sources().get("claude");
        assertThat(claude).isNotNull();
        assertThat(claude.feeds()).contains("claude");
        assertThat(claude.bodyBytesMax()).isEqualTo(2 * 1024 * 1024);
        assertThat(claude.dedupWindowMs()).isEqualTo(259_200_000);
        assertThat(claude.replays()).isEqualTo(Source.Replays.RUN);

        var triage = (AgentSettings.Platform) agent(configuration, "triage").kind();
        assertThat(triage.platform()).isEqualTo("claude");
        assertThat(triage.jobsMax()).contains(10);
        assertThat(triage.with()).containsEntry("tags", List.of("a", 1L)).containsEntry("agent_id", "ag_1");
        var review = agent(configuration, "review");
        assertThat(review.busy()).isEqualTo(Busy.SUPERSEDE);
        assertThat(review.then()).containsExactly("comment");
        assertThat(review.kind())
                .isEqualTo(new AgentSettings.Http(URI.create("http://review:9000/run"), Optional.empty()));
        assertThat(review.limits()).hasSize(2);
        assertThat(agent(configuration, "security").limits()).containsExactly(new Limit(5, 60_000, Scope.AGENT));
        assertThat(agent(configuration, "ask").interrupted()).isEqualTo(Interrupted.HOLD);

        var platform = configuration.platforms().get("claude");
        assertThat(platform).isNotNull();
        assertThat(platform.platform().id()).isEqualTo("anthropic-sessions");
        assertThat(platform.platform().base()).isEqualTo("https://claude.example.org/api/");
        assertThat(platform.with()).containsEntry("region", "eu");
        assertThat(platform.then()).containsExactly("announce");
        assertThat(platform.slaMs()).isEqualTo(1_800_000);
        assertThat(platform.unknownJobs()).isEqualTo(UnknownJobs.TRACK);
        assertThat(platform.lostAfterMs()).isEqualTo(259_200_000);
        assertThat(platform.rescueGraceMs()).isEqualTo(60_000);
        assertThat(platform.secrets()).containsOnlyKeys("api_key");
        effectsAreRead(configuration);
    }

    private static void effectsAreRead(Configuration configuration) {
        var comment = configuration.effects().get("comment");
        assertThat(comment).isNotNull();
        assertThat(((EffectSettings.GithubComment) comment.kind()).place()).isEqualTo("subject");
        assertThat(((EffectSettings.GithubComment) comment.kind()).base()).hasToString("https://api.github.com");
        assertThat(comment.body()).contains("${result.text}");
        assertThat(comment.policy()).isEqualTo(Policy.AT_LEAST_ONCE);
        assertThat(comment.after()).isEqualTo(Set.of(Outcome.SUCCEEDED));
        assertThat(comment.doneOn()).isEmpty();
        assertThat(comment.timeoutMs()).isEqualTo(30_000);
        var announce = configuration.effects().get("announce");
        assertThat(announce).isNotNull();
        assertThat(announce.body()).isEmpty();
        assertThat(announce.after()).isEqualTo(Set.of(Outcome.SUCCEEDED, Outcome.FAILED));
        var tell = configuration.effects().get("tell");
        assertThat(tell).isNotNull();
        assertThat(((EffectSettings.SlackMessage) tell.kind()).place()).isEqualTo("#agents");
        assertThat(tell.policy()).isEqualTo(Policy.AT_MOST_ONCE);
        assertThat(tell.doneOn()).containsExactly(409);
        assertThat(tell.timeoutMs()).isEqualTo(5_000);
        assertThat(tell.retry()).isEqualTo(new RetrySettings(3, 5_000, 3_600_000));
    }

    private static AgentSettings agent(Configuration configuration, String name) {
        return Optional.ofNullable(configuration.agents().get(name)).orElseThrow();
    }

    /** What nothing acts on is refused with its line and with what to use, so that nothing is ignored in silence. */
    @Test
    void whatIsNotAvailableYetIsRefusedByName() {
        wholeEnvironment();
        var checked = given.read(WHOLE_FORM);
        assertThat(checked.isSound()).isFalse();
        assertThat(checked.problems()).allMatch(Problem::isError).allMatch(problem -> problem.line() > 0);
        assertThat(checked.problems().stream()
                        .filter(problem -> problem.message().startsWith("not available yet; "))
                        .map(Problem::key))
                .containsExactly("public.trusted_proxies");
    }

    /** More jobs than can be asked for as often as they should within what the platform allows are doubtful. */
    @Test
    void moreJobsThanCanBeAskedForAreDoubtful() {
        given.environment.put("KEY", "a-marker-of-a-key-that-is-long");
        var form = """
                sources: { github: { secrets: [env:KEY], rules: [{ event: x.y, start: triage }] } }
                agents:
                  triage: { platform: claude, jobs: %d, relaunch: 2, with: { agent_id: a, environment_id: e, prompt: p, rubric: r } }
                platforms: { claude: { use: anthropic-sessions, secrets: { api_key: env:KEY } } }
                """;
        assertThat(given.read(form.formatted(600)).problems()).isEmpty();
        assertThat(given.read(form.formatted(601)).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .startsWith("601 open jobs, asked for every 120 s, are 601 calls a minute, and the platform"
                                + " takes 600"));
        assertThat(given.read(form.formatted(9)).configuration().orElseThrow().agents())
                .hasEntrySatisfying(
                        "triage", agent -> assertThat(agent.relaunches()).isEqualTo(2));
    }

    /** What a platform's every call needs is asked for at the start, by name. */
    @Test
    void whatAPlatformNeedsIsAskedForByName() {
        given.environment.put("KEY", "marker-of-a-key");
        assertThat(given.said(Given.SOUND + "platforms: { replicate: {} }"))
                .singleElement()
                .asString()
                .contains("the platform's login needs the secret \"api_key\"");
        assertThat(given.said(Given.SOUND + "platforms: { mine: { use: replicat } }"))
                .singleElement()
                .asString()
                .contains("replicate");
        assertThat(given.said(Given.SOUND + "platforms: { graph: { use: langgraph, secrets: { api_key: env:KEY } } }"))
                .singleElement()
                .asString()
                .contains("deploymentUrl");
        assertThat(given.said(Given.SOUND
                        + "platforms: { graph: { use: langgraph, secrets: { api_key: env:KEY },"
                        + " with: { deploymentUrl: https://g.test } }, here: { use: agent-callback,"
                        + " base: http://127.0.0.1:9 } }"))
                .isEmpty();
    }

    /** A file of one's own goes before what comes with the program. */
    @Test
    void ownPlatformDataGoFirst() throws java.io.IOException {
        var own = java.nio.file.Files.createDirectories(folder.resolve("platforms"));
        java.nio.file.Files.writeString(own.resolve("mine.json"), """
                {"id":"mine","baseUrl":"http://127.0.0.1:9","status":{"path":"/${id}"},"read":{"raw":"$.s"},
                 "states":[{"when":{"$.s":"done"},"to":"succeeded"}]}
                """);
        var configuration =
                given.readWholeForm(Given.SOUND + "platforms: { mine: {} }").draft();
        assertThat(Optional.ofNullable(configuration.platforms().get("mine"))
                        .orElseThrow()
                        .platform()
                        .id())
                .isEqualTo("mine");
        java.nio.file.Files.writeString(own.resolve("mine.json"), "{\"id\":\"mine\"}");
        assertThat(given.said(Given.SOUND + "platforms: { mine: {} }"))
                .anyMatch(line -> line.contains("status: is missing"));
    }

    /** Nothing prints a secret, so that none is written back or shown: not the tree, not any part of it (E5, K7). */
    @Test
    void nothingOfTheTreePrintsASecret() {
        wholeEnvironment();
        given.environment.replaceAll((name, value) -> "marker-" + name);
        var configuration = given.readWholeForm(WHOLE_FORM.replace(
                        "sqlite:data/longstop.db", "{ url: postgresql://h/d, user: u, password: env:SIGN }"))
                .draft();
        var printed = new StringBuilder().append(configuration).append(configuration.admin());
        printed.append(configuration.store()).append(configuration.alerts()).append(configuration.commands());
        configuration.sources().values().forEach(printed::append);
        configuration.agents().values().forEach(printed::append);
        configuration.platforms().values().forEach(printed::append);
        configuration.effects().values().forEach(printed::append);
        assertThat(configuration.effects()).hasSize(3);
        assertThat(printed.toString()).doesNotContain("marker").contains("env:GH_SECRET");
    }
}

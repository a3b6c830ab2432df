package dev.longstop.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.app.Program;
import dev.longstop.time.Patience;
import dev.longstop.verification.platform.FakePlatform;
import dev.longstop.verification.platform.KeyedTarget;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Jobs that finish elsewhere are known here, and what follows happens once: R5, R10 to R13, R16, R17, R20, R21. */
@Timeout(400)
class JobsTest {

    private static final long WAIT_MS = 180_000;
    private static final int JOBS_EACH = 40;

    /** The platforms of the test: the statuses of a job at work and of one that is over, and what asking needs. */
    private record Kind(String platform, String working, String over, Map<String, String> with) {}

    private static final List<Kind> KINDS = List.of(
            new Kind("openai-responses", "in_progress", "completed", Map.of()),
            new Kind("replicate", "processing", "succeeded", Map.of()),
            new Kind("github-actions", "in_progress", "success", Map.of("owner", "acme", "repo", "road")),
            new Kind("anthropic-sessions", "running", "idle_plain", Map.of()),
            new Kind("agent-callback", "running", "succeeded", Map.of()));

    /**
     * R21, R12, R16: no webhook comes at all, and every outcome is known within the platform's interval; every effect
     * happens once at a target that honours keys, with the same bytes on every attempt.
     */
    @Test
    void everyOutcomeIsKnownWithoutAnyWebhook() {
        var fakes = new LinkedHashMap<String, FakePlatform>();
        KINDS.forEach(kind -> fakes.put(kind.platform, new FakePlatform(kind.platform)));
        try (var target = new KeyedTarget(1);
                var here = installation(fakes, target)) {
            var program = here.serve();
            for (var kind : KINDS) {
                var fake = fake(fakes, kind);
                for (int i = 0; i < JOBS_EACH; i++) {
                    fake.answer(id(kind, i), i % 2 == 0 ? kind.working : kind.over);
                    if (i % 5 == 0) {
                        fake.fail(id(kind, i), i % 2 == 0 ? 404 : 500);
                    }
                    register(here, program, kind, i);
                }
            }
            KINDS.forEach(kind -> {
                for (int i = 0; i < JOBS_EACH; i++) {
                    fake(fakes, kind).answer(id(kind, i), kind.over);
                }
            });
            int jobs = KINDS.size() * JOBS_EACH;
            assertThat(Patience.until(WAIT_MS, () -> target.done() == jobs))
                    .as("%d of %d effects", target.done(), jobs)
                    .isTrue();
            var all = states(here, program);
            assertThat(all).hasSize(jobs);
            assertThat(all).extracting(job -> job.path("state").asString("")).containsOnly("succeeded");
            assertThat(all)
                    .extracting(job -> job.path("decided_by").asString(""))
                    .containsOnly("pull");
            assertThat(target.bodies()).hasSize(jobs);
            assertThat(target.bodies().values())
                    .allSatisfy(bodies ->
                            assertThat(bodies).hasSizeGreaterThanOrEqualTo(2).containsOnly(bodies.get(0)));
            // What is over is not asked for again.
            int asked = asks(fakes);
            var commandsSee =
                    here.command("jobs", "list", "--url", program.adminUrl().toString(), "--state", "succeeded");
            assertThat(commandsSee.exit()).as(commandsSee.err()).isZero();
            assertThat(asks(fakes)).isEqualTo(asked);
        } finally {
            fakes.values().forEach(FakePlatform::close);
        }
    }

    /** R5, R11, R17, R19: every webhook comes three times, for jobs that nobody registered: one effect each. */
    @Test
    void webhooksThatComeThreeTimesHaveOneEffect() {
        try (var fake = new FakePlatform("github-actions");
                var target = new KeyedTarget(0);
                var here = installation(Map.of("github-actions", fake), target)) {
            var program = here.serve();
            int jobs = 20;
            for (int i = 0; i < jobs; i++) {
                fake.answer("9" + i, "success");
            }
            var deliveries = new ArrayList<Github>();
            for (int i = 0; i < jobs; i++) {
                for (var sample : List.of("completed_success", "in_progress")) {
                    var body = fake.webhook(sample, "9" + i);
                    for (int time = 0; time < 3; time++) {
                        // The sender repeats an id once, and sends the same under a new one.
                        var id = sample + "-" + i + "-" + time / 2;
                        deliveries.add(Github.signed(id, "workflow_run", new String(body, StandardCharsets.UTF_8)));
                    }
                }
            }
            // In an order that has nothing to do with the one in which they were sent.
            deliveries.sort(Comparator.comparing(
                    delivery -> Integer.reverse(delivery.id().hashCode())));
            for (var delivery : deliveries) {
                assertThat(here.post(program, delivery).statusCode()).isEqualTo(200);
            }
            assertThat(Patience.until(WAIT_MS, () -> target.done() == jobs)).isTrue();
            assertThat(Patience.until(
                            WAIT_MS,
                            () -> here.api(program, "/api/summary")
                                            .path("runs")
                                            .path("due")
                                            .asInt(-1)
                                    == 0))
                    .isTrue();
            assertThat(states(here, program))
                    .hasSize(jobs)
                    .allSatisfy(
                            job -> assertThat(job.path("state").asString("")).isEqualTo("succeeded"));
            assertThat(target.bodies()).hasSize(jobs);
            assertThat(target.bodies().values())
                    .allSatisfy(bodies -> assertThat(bodies).hasSize(1));
        }
    }

    /**
     * R22, R23: an event launches one job; the serving process is killed while it works, the next one finds it over:
     * the run is done, its effect happened once, and nothing was launched twice.
     */
    @Test
    void aLaunchedJobOutlivesTheProcess() {
        try (var fake = new FakePlatform("agent-callback");
                var target = new KeyedTarget(0);
                var here = Installation.of("""
                    public: { listen: "127.0.0.1:0" }
                    admin:  { listen: "127.0.0.1:0" }
                    store:  sqlite:data/longstop.db
                    sources:
                      github: { secrets: [file:secrets/github], rules: [{ event: issues.opened, start: triage }] }
                    platforms:
                      there: { use: agent-callback, base: "@there@", with: { callbackUrl: "http://127.0.0.1:9" } }
                    agents:
                      triage: { platform: there, with: { task: "Triage: ${$.issue.title}" }, then: [tell] }
                    effects:
                      tell: { http: "@target@", body: "${event.id} ${result.text}" }
                    """.replace("@there@", fake.url().toString())
                        .replace("@target@", target.url().toString()))) {
            fake.launchAs("running");
            var first = here.serve();
            assertThat(here.post(first, Github.issue("launch-1")).statusCode()).isEqualTo(200);
            assertThat(Patience.until(WAIT_MS, () -> fake.asks("7000001") > 0)).isTrue();
            assertThat(here.runs(first, "launch-1").get(0).path("state").asString(""))
                    .isEqualTo("waiting");
            first.kill();
            fake.answer("7000001", "succeeded");
            var second = here.serve();
            assertThat(Patience.until(WAIT_MS, () -> here.done(second, "launch-1")))
                    .isTrue();
            assertThat(Patience.until(WAIT_MS, () -> target.done() == 1)).isTrue();
            assertThat(target.bodies().values()).containsExactly(List.of("launch-1 done"));
            assertThat(fake.launches()).hasSize(1);
            assertThat(fake.launches().get(0)).contains("\"jobKey\":\"ls-");
        }
    }

    private static String id(Kind kind, int i) {
        return Integer.toString(1_000_000 * (1 + KINDS.indexOf(kind)) + i);
    }

    private static FakePlatform fake(Map<String, FakePlatform> fakes, Kind kind) {
        return Optional.ofNullable(fakes.get(kind.platform)).orElseThrow();
    }

    private static int asks(Map<String, FakePlatform> fakes) {
        int asks = 0;
        for (var kind : KINDS) {
            for (int i = 0; i < JOBS_EACH; i++) {
                asks += fake(fakes, kind).asks(id(kind, i));
            }
        }
        return asks;
    }

    private static void register(Installation here, Program program, Kind kind, int i) {
        var body = JsonMapper.shared()
                .createObjectNode()
                .put("platform", kind.platform)
                .put("job_id", id(kind, i));
        var with = body.putObject("with");
        kind.with.forEach(with::put);
        assertThat(here.tell(program, "/api/jobs", body.toString()).statusCode())
                .isEqualTo(200);
    }

    private static List<JsonNode> states(Installation here, Program program) {
        var jobs = new ArrayList<JsonNode>();
        here.api(program, "/api/jobs?limit=200").path("jobs").forEach(jobs::add);
        return jobs;
    }

    private static Installation installation(Map<String, FakePlatform> fakes, KeyedTarget target) {
        var platforms = new StringBuilder();
        fakes.forEach((name, fake) -> platforms.append("""
              %s: { base: "%s", secrets: { api_key: file:secrets/github }, sla: 10m, unknown_jobs: track,
                    with: { owner: acme, repo: road }, then: [tell] }
            """.formatted(name, fake.url())));
        return Installation.of("""
                public: { listen: "127.0.0.1:0" }
                admin:  { listen: "127.0.0.1:0" }
                store:  sqlite:data/longstop.db
                sources:
                  github: { secrets: [file:secrets/github]@feeds@ }
                platforms:
                @platforms@
                effects:
                  tell: { http: "@target@", retry: { attempts: 8, backoff: 50ms..500ms }, after: [succeeded, failed] }
                """.replace("@platforms@", platforms.toString())
                .replace("@target@", target.url().toString())
                .replace("@feeds@", fakes.size() == 1 ? ", feeds: github-actions, replays: run" : ""));
    }
}

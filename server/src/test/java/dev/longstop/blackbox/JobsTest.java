package dev.longstop.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.app.Program;
import dev.longstop.platform.Platforms;
import dev.longstop.proof.KeyedTarget;
import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.time.Patience;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import dev.longstop.verification.SeededRandomness;
import dev.longstop.verification.platform.FakePlatform;
import dev.longstop.verification.platform.FakeWebhooks;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Jobs that finish elsewhere are known here, and what follows happens once: R5, R10 to R13, R16, R17, R20, R21. */
@Timeout(400)
class JobsTest {

    private static final long WAIT_MS = 60_000;
    private static final int JOBS_EACH = 200;
    private static final int JOBS = 5 * JOBS_EACH;
    private static final int AT_ONCE = 50;
    private static final int LONGEST_S = 20;

    /**
     * A platform of the test: the source that it feeds, the statuses of a job at work and of one that is over, and the
     * webhooks that say so.
     */
    private record Kind(String platform, String contract, String working, String over, List<String> webhooks) {

        String id(String series, int i) {
            return (1 + KINDS.indexOf(this)) + series + (10_000 + i);
        }
    }

    private static final List<Kind> KINDS = List.of(
            new Kind("openai-responses", "openai", "in_progress", "completed", List.of("completed")),
            new Kind("replicate", "replicate", "processing", "succeeded", List.of("completed")),
            new Kind("github-actions", "github", "in_progress", "success", List.of("in_progress", "completed_success")),
            new Kind("anthropic-sessions", "anthropic", "running", "idle_plain", List.of("idled")),
            new Kind("agent-callback", "standard-webhooks", "running", "succeeded", List.of("succeeded")));

    private static final String HOOKS = "whsec_"
            + Base64.getEncoder()
                    .encodeToString("the secret of five platforms' hooks".getBytes(StandardCharsets.UTF_8));

    private final Map<String, FakePlatform> fakes = new LinkedHashMap<>();

    /**
     * Two thousand jobs on five platforms. Of the first thousand no webhook comes at all, and every outcome is known
     * within the platform's interval, though one of them hangs for a while: that slows no other. Of the second, which
     * nobody registered, every webhook comes three times in any order: nothing is rescued. Every effect happens once at
     * a target that honours keys, with the same bytes on every attempt (R5, R10 to R13, R16, R17, R19 to R21).
     */
    @Test
    void everyOutcomeIsKnownWithAndWithoutWebhooks() {
        KINDS.forEach(kind -> fakes.put(kind.platform, new FakePlatform(kind.platform)));
        try (var target = new KeyedTarget(1);
                var here = installation(target)) {
            var program = here.serve();
            withoutWebhooks(here, program, target);
            withWebhooks(here, program, target);
            assertThat(target.bodies()).hasSize(2 * JOBS);
            assertThat(target.bodies().values())
                    .allSatisfy(bodies ->
                            assertThat(bodies).hasSizeGreaterThanOrEqualTo(2).containsOnly(bodies.get(0)));
            // What is over is not asked for again.
            int asked = asks();
            var commandsSee =
                    here.command("jobs", "list", "--url", program.adminUrl().toString(), "--state", "succeeded");
            assertThat(commandsSee.exit()).as(commandsSee.err()).isZero();
            assertThat(asks()).isEqualTo(asked);
            program.kill();
            rescues(here);
        } finally {
            fakes.values().forEach(FakePlatform::close);
        }
    }

    private void withoutWebhooks(Installation here, Program program, KeyedTarget target) {
        fake(KINDS.get(1)).hang();
        var registered = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        for (int i = 0; i < JOBS_EACH; i++) {
            for (var kind : KINDS) {
                var id = kind.id("1", i);
                fake(kind).answer(id, i % 2 == 0 ? kind.working : kind.over);
                if (i % 20 == 0) {
                    fake(kind).fail(id, i % 40 == 0 ? 404 : 500);
                }
                registered.add(here.tellLater(program, "/api/jobs", registration(kind, id)));
            }
            // The admin API takes few at once.
            registered.forEach(CompletableFuture::join);
        }
        assertThat(registered)
                .allSatisfy(one -> assertThat(one.join().statusCode()).isEqualTo(200));
        for (int i = 0; i < JOBS_EACH; i++) {
            for (var kind : KINDS) {
                fake(kind).answer(kind.id("1", i), kind.over);
            }
        }
        long overMs = new SystemTime().wallMs();
        until(() -> target.done() == JOBS - JOBS_EACH, () -> target.done() + " effects while one hangs");
        assertThat(states(here, program))
                .filteredOn(job -> job.hasNonNull("ended_at"))
                .as("known within the longest interval, a job that is being asked for apart")
                .allSatisfy(job -> assertThat(
                                Instant.parse(job.path("ended_at").asString("")).toEpochMilli())
                        .isLessThan(overMs + 1_000 * (LONGEST_S + 10)));
        fake(KINDS.get(1)).answerAgain();
        until(() -> target.done() == JOBS, () -> target.done() + " effects");
        var all = states(here, program);
        assertThat(all).hasSize(JOBS);
        assertThat(all).extracting(job -> job.path("state").asString("")).containsOnly("succeeded");
        assertThat(all).extracting(job -> job.path("decided_by").asString("")).containsOnly("pull");
    }

    private void withWebhooks(Installation here, Program program, KeyedTarget target) {
        var chance = new SeededRandomness(11);
        long nowMs = new SystemTime().wallMs();
        var deliveries = new ArrayList<Map.Entry<String, FakeWebhooks.Delivery>>();
        for (var kind : KINDS) {
            var webhooks = new FakeWebhooks(fake(kind), HOOKS);
            for (int i = 0; i < JOBS_EACH; i++) {
                var id = kind.id("2", i);
                fake(kind).answer(id, kind.over);
                kind.webhooks.forEach(webhook -> webhooks.announce(webhook, id, nowMs));
            }
            webhooks.repeat(3).take().forEach(delivery -> deliveries.add(Map.entry(kind.contract, delivery)));
        }
        for (int i = deliveries.size() - 1; i > 0; i--) {
            Collections.swap(deliveries, i, (int) chance.below(i + 1L));
        }
        var sent = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        for (var delivery : deliveries) {
            sent.add(here.postLater(program, delivery.getKey(), delivery.getValue()));
            if (sent.size() % AT_ONCE == 0) {
                sent.forEach(CompletableFuture::join);
            }
        }
        assertThat(sent).allSatisfy(one -> assertThat(one.join().statusCode()).isBetween(200, 299));
        until(() -> target.done() == 2 * JOBS, () -> target.done() + " effects");
        until(
                () -> here.api(program, "/api/summary").path("runs").path("due").asInt(-1) == 0,
                () -> "completion events wait");
    }

    /** What a poll found, and no webhook announced, is to count as a rescue; what was announced is not. */
    private static void rescues(Installation here) {
        var settings = SqliteSettings.of(here.folder().resolve("data/longstop.db"));
        try (var store = SqliteStore.open(settings, new SystemTime(), new SystemRandomness())) {
            assertThat(rescues(store, "_1%")).isEqualTo(JOBS);
            assertThat(rescues(store, "_2%")).isZero();
        }
    }

    private static long rescues(SqliteStore store, String ids) {
        return store.read(tx -> tx.query(
                        "select count(*) from job where job_id like :ids and (rescue_due_at > 0 or rescued_at > 0)",
                        Map.of("ids", ids),
                        row -> row.getLong(1)))
                .get(0);
    }

    private static void until(BooleanSupplier condition, Supplier<String> stands) {
        assertThat(Patience.until(WAIT_MS, condition)).as(stands).isTrue();
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
            cancelling(here, second, fake);
            assertThat(target.done()).isEqualTo(1);
        }
    }

    /** A person cancels a run whose job is at work: its platform is asked, and what that says is the end. */
    private static void cancelling(Installation here, Program program, FakePlatform fake) {
        fake.cancelAs("failed");
        assertThat(here.post(program, Github.issue("launch-2")).statusCode()).isEqualTo(200);
        until(() -> fake.asks("7000002") > 0, () -> "the second job is not asked for");
        until(() -> state(here, program).equals("waiting"), () -> state(here, program));
        var run = here.runs(program, "launch-2").get(0).path("id").asString("");
        var said = here.tell(program, "/api/runs/" + run + "/cancel", "{}");
        assertThat(JsonMapper.shared().readTree(said.body()).path("state").asString(""))
                .isEqualTo("waiting");
        until(() -> state(here, program).equals("dead"), () -> state(here, program));
        assertThat(fake.cancelled()).containsExactly("7000002");
    }

    private static String state(Installation here, Program program) {
        return here.runs(program, "launch-2").get(0).path("state").asString("");
    }

    private FakePlatform fake(Kind kind) {
        return Optional.ofNullable(fakes.get(kind.platform)).orElseThrow();
    }

    private int asks() {
        int asks = 0;
        for (var kind : KINDS) {
            for (int i = 0; i < JOBS_EACH; i++) {
                asks += fake(kind).asks(kind.id("1", i)) + fake(kind).asks(kind.id("2", i));
            }
        }
        return asks;
    }

    private static String registration(Kind kind, String id) {
        return JsonMapper.shared()
                .createObjectNode()
                .put("platform", kind.platform)
                .put("job_id", id)
                .toString();
    }

    private static List<JsonNode> states(Installation here, Program program) {
        var jobs = new ArrayList<JsonNode>();
        var next = "/api/jobs?limit=200";
        while (!next.isEmpty()) {
            var page = here.api(program, next);
            page.path("jobs").forEach(jobs::add);
            next = page.path("next").asString("");
        }
        return jobs;
    }

    /** Five platforms as their data have them, but for what they allow in a minute, and how soon they are asked again. */
    private Installation installation(KeyedTarget target) {
        var sources = new StringBuilder();
        var platforms = new StringBuilder();
        for (var kind : KINDS) {
            sources.append(
                    "  %s: { secrets: [file:secrets/hooks], feeds: %s }\n".formatted(kind.contract, kind.platform));
            platforms.append("""
                  %s: { base: "%s", secrets: { api_key: file:secrets/github }, sla: 10m, unknown_jobs: track,
                        with: { owner: acme, repo: road }, then: [tell] }
                """.formatted(kind.platform, fake(kind).url()));
        }
        var here = Installation.of("""
                public: { listen: "127.0.0.1:0" }
                admin:  { listen: "127.0.0.1:0" }
                store:  sqlite:data/longstop.db
                sources:
                @sources@
                platforms:
                @platforms@
                effects:
                  tell: { http: "@target@", retry: { attempts: 8, backoff: 50ms..500ms }, after: [succeeded, failed] }
                """.replace("@sources@", sources.toString())
                .replace("@platforms@", platforms.toString())
                .replace("@target@", target.url().toString()));
        here.write("secrets/hooks", HOOKS);
        for (var kind : KINDS) {
            var data = (ObjectNode) Platforms.recording(kind.platform).path("platform");
            data.putObject("limits").putObject("rpm").put("other", 60_000);
            var pace = (ObjectNode) data.path("cadence");
            pace.putObject("pollSeconds").put("first", 3).put("min", 3).put("max", LONGEST_S);
            here.write("platforms/" + kind.platform + ".json", data.toString());
        }
        return here;
    }
}

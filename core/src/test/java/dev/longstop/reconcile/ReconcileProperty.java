package dev.longstop.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller.Answer;
import dev.longstop.http.HttpCaller.Answered;
import dev.longstop.http.HttpCaller.Failed;
import dev.longstop.http.HttpCaller.Request;
import dev.longstop.queue.SeededChance;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A platform whose jobs end when they like, whose webhooks are lost, late, repeated and out of order, and that fails to
 * answer: once it answers again, every job is over here as it is over there (I12), each outcome has its effect once
 * (I7), and the rescues are the outcomes that no push announced (I13).
 */
class ReconcileProperty {

    private static final int JOBS = 5;
    private static final long STEP_MS = 6_000;
    private static final long FAULTS_MS = 600_000;
    private static final long GRACE_MS = 120_000;

    /** Faults are over by then, and the longest wait, a rescue's grace and a held ask have passed. */
    private static final long END_MS = FAULTS_MS + 300_000 + GRACE_MS + 90_000;

    @TempDir
    Path folder = Path.of("");

    @Test
    void whateverIsLostIsMadeUpFor() {
        for (long seed = 0; seed < 10; seed++) {
            play(seed);
        }
    }

    @Test
    @Tag("long")
    @Timeout(3_600)
    void whateverIsLostIsMadeUpForOnManySeeds() {
        for (long seed = 10; seed < 310; seed++) {
            play(seed);
        }
    }

    /** What is true of a job on its platform: when it ends and how, and which webhooks come when. */
    private record Truth(long endsAtMs, String outcome, Map<Long, String> pushes) {

        String at(long ms) {
            return ms >= endsAtMs ? outcome : "running";
        }
    }

    private void play(long seed) {
        var chance = new SeededChance(seed);
        try (var plant = new Plant(folder, "agent-callback", true)) {
            long beginMs = plant.time.nowMs();
            var truths = new TreeMap<String, Truth>();
            for (int i = 0; i < JOBS; i++) {
                truths.put("j" + i, truth(chance));
            }
            plant.platform(request -> answer(request, truths, plant.time.nowMs() - beginMs, chance));
            truths.forEach((id, truth) -> {
                // Some are registered; of others the first that is heard is a webhook.
                if (truth.pushes.isEmpty() || chance.below(2) == 0) {
                    plant.watch(id);
                }
            });
            var expected = new ArrayList<String>();
            for (long ms = 0; ms < END_MS; ms += STEP_MS) {
                deliver(plant, truths, ms);
                plant.leap(STEP_MS);
            }
            truths.forEach((id, truth) -> expected.add(id + " " + truth.outcome));
            assertThat(plant.texts("select job_id || ' ' || state from job order by job_id"))
                    .as("seed %d", seed)
                    .containsExactlyElementsOf(expected);
            long succeeded =
                    expected.stream().filter(line -> line.endsWith("succeeded")).count();
            assertThat(plant.texts("select job_row from effect order by id"))
                    .as("seed %d", seed)
                    .hasSize((int) succeeded)
                    .doesNotHaveDuplicates();
            assertThat(plant.counted("longstop_rescues_total", "platform", "there"))
                    .as("seed %d", seed)
                    .isEqualTo(unannounced(plant));
        }
    }

    private static Truth truth(SeededChance chance) {
        long endsAtMs = 10_000 + chance.below(500_000);
        var outcome = chance.below(2) == 0 ? "succeeded" : "failed";
        var pushes = new TreeMap<Long, String>();
        for (int i = 0; i < chance.below(4); i++) {
            pushes.put(chance.below(endsAtMs), "running");
        }
        for (int i = 0; i < chance.below(3); i++) {
            // Late by nothing, by a little, or by more than the grace.
            pushes.put(endsAtMs + chance.below(i == 0 ? 10_000 : 400_000), outcome);
        }
        return new Truth(endsAtMs, outcome, pushes);
    }

    private static void deliver(Plant plant, Map<String, Truth> truths, long ms) {
        truths.forEach((id, truth) -> truth.pushes.forEach((atMs, state) -> {
            if (atMs >= ms && atMs < ms + STEP_MS) {
                plant.feed(body(id, state));
                if (atMs % 3 == 0) {
                    plant.feed(body(id, state));
                }
            }
        }));
    }

    private static Answer answer(Request request, Map<String, Truth> truths, long ms, SeededChance chance) {
        var id = request.uri().getPath().replace("/jobs/", "");
        if (ms < FAULTS_MS && chance.below(3) == 0) {
            return switch ((int) chance.below(4)) {
                case 0 -> new Failed("no answer in time", true);
                case 1 -> answered(500, "{}");
                case 2 -> answered(503, "<html>");
                default -> answered(404, "{}");
            };
        }
        var truth = truths.get(id);
        return truth == null ? answered(404, "{}") : answered(200, body(id, truth.at(ms)));
    }

    private static Answered answered(int status, String body) {
        return new Answered(status, Headers.none(), body.getBytes(StandardCharsets.UTF_8), false);
    }

    private static String body(String id, String state) {
        return "{\"jobId\":\"" + id + "\",\"state\":\"" + state + "\"}";
    }

    /** Outcomes that a poll brought first, and that no push announced within the grace, by what was kept. */
    private static double unannounced(Plant plant) {
        List<String> found = plant.texts("""
                select j.job_id
                from job as j
                join observation as o on o.job_row = j.id and o.verdict = 'adopted' and o.state = j.state
                where o.channel = 'pull'
                    and not exists (
                        select 1 from observation as p
                        where p.job_row = j.id
                            and p.channel = 'push'
                            and p.state = j.state
                            and p.observed_at < o.observed_at + %d)
                order by j.job_id""".formatted(GRACE_MS));
        return found.size();
    }
}

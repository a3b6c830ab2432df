package dev.longstop.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.job.JobCounts;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asking until the outcome is known: R12 to R18, R21, H1, H4, H10, H22. */
class AskerTest {

    private static final String RUNNING = "{\"jobId\":\"j\",\"state\":\"running\",\"seq\":2}";
    private static final String SUCCEEDED =
            "{\"jobId\":\"j\",\"state\":\"succeeded\",\"seq\":3,\"result\":{\"text\":\"done\"}}";

    @TempDir
    Path folder = Path.of("");

    /** R21, R12: pull alone is enough; a job that is over is never asked for again. */
    @Test
    void aWatchedJobIsAskedForUntilItIsOver() {
        try (var plant = new Plant(folder, "agent-callback", false)) {
            plant.watch("j").answers(200, RUNNING).answers(200, SUCCEEDED).turn();
            assertThat(plant.texts("select state from job order by id")).containsExactly("running");
            plant.pass(5_000);
            assertThat(plant.texts("select state from job order by id")).containsExactly("succeeded");
            assertThat(plant.texts("select result from job order by id")).containsExactly("{\"text\":\"done\"}");
            plant.pass(600_000);
            assertThat(plant.asked).hasSize(2);
            assertThat(plant.asked.get(0).uri()).hasToString("http://127.0.0.1:9/jobs/j");
            assertThat(plant.texts("select name || ' ' || state from effect order by id"))
                    .containsExactly("tell pending");
        }
    }

    /** What does not answer is asked again; giving up never ends a job (1.6). */
    @Test
    void whatDoesNotAnswerIsAskedAgain() {
        try (var plant = new Plant(folder, "agent-callback", false)) {
            plant.watch("j").hangs().answers(503, "{}").answers(500, "").answers(200, SUCCEEDED);
            plant.turn().pass(60_000);
            assertThat(plant.texts("select state from job order by id")).containsExactly("succeeded");
            assertThat(plant.counted("longstop_polls_total", "platform", "there", "outcome", "failed"))
                    .isEqualTo(3);
            assertThat(plant.counted("longstop_polls_total", "platform", "there", "outcome", "answered"))
                    .isEqualTo(1);
        }
    }

    /** R13: unknown is no answer while the job is young; later it is lost, and may still be found. */
    @Test
    void aJobThatIsNotKnownYetIsNotLost() {
        try (var plant = new Plant(folder, "agent-callback", false)) {
            plant.watch("j").answers(404, "{}").turn();
            assertThat(plant.texts("select state from job order by id")).containsExactly("unknown");
            for (int i = 0; i < 20; i++) {
                plant.answers(404, "{}");
            }
            plant.pass(300_000);
            assertThat(plant.texts("select state from job order by id")).containsExactly("unknown");
            plant.pass(61_000);
            assertThat(plant.texts("select state from job order by id")).containsExactly("lost");
        }
    }

    /** A platform that asks for a pause gets it, from everything under this login. */
    @Test
    void aPauseIsHonoured() {
        try (var plant = new Plant(folder, "agent-callback", false)) {
            plant.watch("j").watch("k").answers(429, "{}", "retry-after", "30");
            plant.turn();
            int before = plant.asked.size();
            plant.answers(200, SUCCEEDED).answers(200, SUCCEEDED).answers(200, SUCCEEDED);
            plant.pass(29_000);
            assertThat(plant.asked).hasSize(before);
            plant.pass(60_000);
            assertThat(plant.texts("select state from job where job_id = 'j' order by id"))
                    .containsExactly("succeeded");
        }
    }

    /** A nudge whose first look still says running is not used up (1.5). */
    @Test
    void aNudgeIsNotUsedUpByALookThatFindsNothing() {
        try (var plant = new Plant(folder, "agent-callback", true)) {
            plant.watch("j");
            for (int i = 0; i < 9; i++) {
                plant.answers(200, RUNNING);
            }
            plant.turn().pass(300_000);
            int before = plant.asked.size();
            plant.answers(200, RUNNING)
                    .answers(200, RUNNING)
                    .answers(200, RUNNING)
                    .answers(200, SUCCEEDED);
            while (plant.asked.size() > before) {
                before = plant.asked.size();
                plant.pass(1_000);
            }
            plant.nudge("j").turn();
            int nudged = plant.asked.size();
            plant.pass(30_000);
            assertThat(plant.asked.size() - nudged).isGreaterThanOrEqualTo(2);
            assertThat(plant.texts("select state from job order by id")).containsExactly("succeeded");
            assertThat(plant.counted("longstop_rescues_total", "platform", "there"))
                    .isZero();
        }
    }

    /** R17: an outcome that only a poll found counts once, after the grace. */
    @Test
    void aRescueIsCountedAfterTheGrace() {
        try (var plant = new Plant(folder, "agent-callback", true)) {
            plant.watch("j").answers(200, SUCCEEDED).turn().pass(119_000);
            assertThat(plant.counted("longstop_rescues_total", "platform", "there"))
                    .isZero();
            plant.pass(2_000).pass(300_000);
            assertThat(plant.counted("longstop_rescues_total", "platform", "there"))
                    .isEqualTo(1);
            assertThat(plant.texts("select count(*) from job where rescued_at is not null order by 1"))
                    .containsExactly("1");
        }
    }

    /** Where nothing feeds the platform, nothing is rescued. */
    @Test
    void withoutWebhooksNothingIsRescued() {
        try (var plant = new Plant(folder, "agent-callback", false)) {
            plant.watch("j").answers(200, SUCCEEDED).turn().pass(300_000);
            assertThat(plant.counted("longstop_rescues_total", "platform", "there"))
                    .isZero();
        }
    }

    /** R14, R18: a job that takes too long is told, once, and asked for as before. */
    @Test
    void aSlowJobIsToldOnceAndAskedForAsBefore() {
        try (var plant = new Plant(folder, "agent-callback", false)) {
            plant.watch("j");
            for (int i = 0; i < 200; i++) {
                plant.answers(200, RUNNING);
            }
            plant.turn().pass(299_000);
            assertThat(plant.counted("longstop_sla_breaches_total", "platform", "there"))
                    .isZero();
            plant.pass(2_000);
            assertThat(plant.counted("longstop_sla_breaches_total", "platform", "there"))
                    .isEqualTo(1);
            assertThat(plant.texts("select count(*) from job where stuck_at is not null order by 1"))
                    .containsExactly("0");
            plant.pass(1_500_000);
            assertThat(plant.texts("select count(*) from job where stuck_at is not null order by 1"))
                    .containsExactly("1");
            assertThat(plant.alarms).extracting(alarm -> alarm.kind()).containsExactly("sla_breached", "stuck");
            assertThat(plant.alarms.get(1).line()).contains("there/j").contains("longstop jobs show ");
            int before = plant.asked.size();
            plant.pass(120_000);
            assertThat(plant.asked.size()).isGreaterThan(before);
            assertThat(plant.counted("longstop_sla_breaches_total", "platform", "there"))
                    .isEqualTo(1);
        }
    }

    /** A platform where jobs carry our key: a stranger's job is looked at once, and is nobody's business then. */
    @Test
    void anOrphanWithoutOurKeyIsForeign() {
        try (var plant = new Plant(folder, "agent-callback", true, true)) {
            plant.feed("{\"jobId\":\"x\",\"state\":\"succeeded\",\"seq\":3}");
            assertThat(plant.texts("select ownership || ' ' || state from job order by id"))
                    .containsExactly("orphan unknown");
            plant.answers(200, "{\"jobId\":\"x\",\"state\":\"succeeded\",\"jobKey\":\"ls-elsewhere-7\"}")
                    .turn();
            assertThat(plant.texts("select ownership || ' ' || state from job order by id"))
                    .containsExactly("foreign succeeded");
            assertThat(plant.texts("select name from effect order by id")).isEmpty();
            plant.feed("{\"jobId\":\"y\",\"state\":\"succeeded\",\"seq\":3}");
            plant.answers(200, "{\"jobId\":\"y\",\"state\":\"succeeded\",\"jobKey\":\"ls-here-7\"}")
                    .turn();
            assertThat(plant.texts("select ownership from job where job_id = 'y' order by id"))
                    .containsExactly("planted");
            assertThat(plant.texts("select name from effect order by id")).containsExactly("tell");
        }
    }

    /** R5, R11: push and pull bring the same outcome: one effect; a push of an unknown job makes its record. */
    @Test
    void aPushOfAnUnknownJobIsKept() {
        try (var plant = new Plant(folder, "agent-callback", true)) {
            plant.feed(SUCCEEDED.replace("\"j\"", "\"new\""));
            plant.feed(SUCCEEDED.replace("\"j\"", "\"new\""));
            plant.turn();
            assertThat(plant.asked).isEmpty();
            assertThat(plant.texts("select job_id || ' ' || state from job order by id"))
                    .containsExactly("new succeeded");
            assertThat(plant.texts("select name from effect order by id")).containsExactly("tell");
            assertThat(plant.feed("{\"hello\":1}")).contains("names no job");
        }
    }

    /** A gateway's 5xx is no word of the platform, also where the platform says "failed" by 500. */
    @Test
    void aGatewaysAnswerDoesNotEndAJob() {
        try (var plant = new Plant(folder, "modal", false)) {
            plant.watch("c").answers(502, "bad gateway").answers(202, "").answers(500, "{\"error\":\"ValueError\"}");
            plant.turn();
            assertThat(plant.texts("select state from job order by id")).containsExactly("unknown");
            plant.pass(60_000);
            assertThat(plant.texts("select state from job order by id")).containsExactly("failed");
        }
    }

    /** The second read that decides: without it, an idle session is not taken for one that never began. */
    @Test
    void aSecondReadThatFailsLeavesEverythingOpen() {
        try (var plant = new Plant(folder, "anthropic-sessions", false)) {
            plant.watch("s").answers(200, "{\"id\":\"s\",\"status\":\"idle\"}").answers(500, "");
            plant.turn();
            assertThat(plant.texts("select state from job order by id")).containsExactly("unknown");
            plant.answers(200, "{\"id\":\"s\",\"status\":\"idle\"}")
                    .answers(200, "{\"data\":[{\"stop_reason\":{\"type\":\"end_turn\"}}]}");
            plant.pass(20_000);
            assertThat(plant.texts("select state from job order by id")).containsExactly("succeeded");
            assertThat(plant.asked.get(3).uri().toString())
                    .endsWith("/v1/sessions/s/events?types[]=session.status_idle&order=desc&limit=1");
        }
    }

    /** F10: a thin event may outrun what can be read: the job is not known for a moment, and looked for again. */
    @Test
    void aThinEventMayOutrunWhatCanBeRead() {
        try (var plant = new Plant(folder, "anthropic-sessions", true)) {
            plant.feed("{\"type\":\"event\",\"id\":\"w1\",\"data\":{\"type\":\"session.status_idled\",\"id\":\"s\"}}");
            plant.answers(404, "{}")
                    .answers(404, "{}")
                    .answers(200, "{\"id\":\"s\",\"status\":\"idle\"}")
                    .answers(200, "{\"data\":[{\"stop_reason\":{\"type\":\"end_turn\"}}]}");
            plant.turn();
            assertThat(plant.texts("select state from job order by id")).containsExactly("unknown");
            plant.pass(10_000);
            assertThat(plant.texts("select state from job order by id")).containsExactly("succeeded");
            assertThat(plant.alarms).isEmpty();
        }
    }

    /** H5: idle is not over: a session that waits for somebody goes on waiting, and nothing follows it. */
    @Test
    void aSessionThatWaitsForSomebodyIsNotOver() {
        try (var plant = new Plant(folder, "anthropic-sessions", false)) {
            plant.watch("s");
            plant.answers(200, "{\"id\":\"s\",\"status\":\"idle\"}")
                    .answers(200, "{\"data\":[{\"stop_reason\":{\"type\":\"requires_action\"}}]}")
                    .turn();
            assertThat(plant.texts("select state || ' ' || attention from job order by id"))
                    .containsExactly("waiting requires_action");
            assertThat(plant.texts("select name from effect order by id")).isEmpty();
        }
    }

    /** H15, H19: how late an outcome is learned is measured, and jobs whose turn is long past are counted. */
    @Test
    void whatIsLateIsMeasured() {
        try (var plant = new Plant(folder, "agent-callback", false)) {
            var finished = Instant.ofEpochMilli(plant.time.nowMs() - 7_000);
            plant.watch("j");
            assertThat(JobCounts.read(plant.store))
                    .singleElement()
                    .satisfies(count -> assertThat(count.overdue()).isZero());
            plant.idle(61_000);
            assertThat(JobCounts.read(plant.store))
                    .singleElement()
                    .satisfies(count -> assertThat(count.overdue()).isEqualTo(1));
            plant.answers(200, SUCCEEDED.replace("\"seq\":3", "\"seq\":3,\"finishedAt\":\"" + finished + "\""));
            plant.turn();
            assertThat(plant.meters.get("longstop_completion_lag").timer().totalTime(TimeUnit.SECONDS))
                    .isBetween(67.0, 69.0);
        }
    }

    /** A job that is to end: its platform is asked until it takes that, and what it says then is the end (M5). */
    @Test
    void aJobIsAskedToEndUntilItsPlatformTakesIt() {
        try (var plant = new Plant(folder, "openai-responses", false)) {
            plant.watch("r")
                    .answers(200, "{\"id\":\"r\",\"status\":\"in_progress\"}")
                    .turn();
            plant.change("update job set cancel_requested_at = 1, next_ask_at = 1");
            plant.answers(503, "")
                    .answers(200, "{\"id\":\"r\",\"status\":\"in_progress\"}")
                    .turn();
            plant.answers(200, "{}").answers(200, "{\"id\":\"r\",\"status\":\"in_progress\"}");
            plant.pass(12_000);
            plant.answers(200, "{\"id\":\"r\",\"status\":\"completed\"}").pass(60_000);
            assertThat(plant.texts("select state from job order by id")).containsExactly("succeeded");
            assertThat(ends(plant)).isEqualTo(2);
            assertThat(plant.alarms).isEmpty();
        }
    }

    /** A platform that will not end a job is asked once, and somebody is told; the job is followed on. */
    @Test
    void aPlatformThatWillNotEndAJobIsAskedOnce() {
        try (var plant = new Plant(folder, "openai-responses", false)) {
            plant.watch("r").change("update job set cancel_requested_at = 1");
            plant.answers(409, "{}");
            for (int i = 0; i < 9; i++) {
                plant.answers(200, "{\"id\":\"r\",\"status\":\"in_progress\"}");
            }
            plant.turn().pass(60_000);
            assertThat(ends(plant)).isEqualTo(1);
            assertThat(plant.alarms).extracting(alarm -> alarm.kind()).containsExactly("not_cancelled");
            assertThat(plant.texts("select state from job order by id")).containsExactly("running");
        }
    }

    private static long ends(Plant plant) {
        return plant.asked.stream()
                .filter(request -> request.uri().getPath().endsWith("/v1/responses/r/cancel"))
                .count();
    }

    /** R17: polls find what a platform should have announced, again and again: its webhook may be switched off. */
    @Test
    void aSilentPlatformIsToldOnce() {
        try (var plant = new Plant(folder, "agent-callback", true)) {
            for (int i = 0; i < 2; i++) {
                plant.watch("a" + i).answers(200, SUCCEEDED).turn();
            }
            plant.pass(125_000);
            plant.feed("{\"jobId\":\"x\",\"state\":\"running\"}");
            plant.answers(200, SUCCEEDED).turn();
            assertThat(plant.alarms).extracting(alarm -> alarm.kind()).doesNotContain("push_silent");
            for (int i = 0; i < 5; i++) {
                plant.watch("b" + i).answers(200, SUCCEEDED).turn();
            }
            plant.pass(125_000);
            assertThat(plant.alarms)
                    .filteredOn(alarm -> alarm.kind().equals("push_silent"))
                    .singleElement()
                    .satisfies(
                            alarm -> assertThat(alarm.line()).contains("there").contains("longstop jobs list"));
            assertThat(plant.meters
                            .get("longstop_push_silence_seconds")
                            .tag("platform", "there")
                            .gauge()
                            .value())
                    .isBetween(124.0, 127.0);
        }
    }
}

package dev.longstop.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code POST /api/replay}: a plan in which nothing begins, and then what it says (U9). */
class ReplayOrdersTest {

    private static final String ALL = "{\"plan\":true,\"source\":\"hub\"}";

    private final Desk desk;

    ReplayOrdersTest(@TempDir Path folder) {
        desk = new Desk(folder);
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private JsonNode ordered(String body) {
        var answer = desk.order("/api/replay", body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json(answer);
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }

    private String refused(int status, String body) {
        var answer = desk.order("/api/replay", body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return json(answer).path("detail").asString("");
    }

    /** M1: nothing begins with the plan, exactly it afterwards, and once. */
    @Test
    void aPlanIsShownAndThenCarriedOutOnce() {
        for (int i = 1; i <= 3; i++) {
            desk.accept("e" + i, "issues", "opened");
        }
        desk.accept("e4", "issues", "opened", "triage");
        assertThat(ordered(ALL).path("plan").isNull()).as("no rule yet").isTrue();
        desk.rule("triage");

        var plan = ordered(ALL);
        assertThat(plan.path("runs").asInt(0)).isEqualTo(3);
        assertThat(plan.path("events").asInt(0)).isEqualTo(4);
        assertThat(plan.path("agents").toString())
                .isEqualTo("[{\"agent\":\"triage\",\"begins\":3,\"goes_on\":0,\"suspected_replay\":0,\"paused\":false,"
                        + "\"busy\":\"queue\",\"limits\":[]}]");
        assertThat(plan.path("skipped").toString())
                .isEqualTo("[{\"why\":\"unfinished\",\"text\":\"not over yet\",\"count\":1}]");
        assertThat(plan.path("items").get(0).path("event").asString("")).isEqualTo("hub/e1");
        assertThat(plan.path("next").isNull()).isTrue();
        assertThat(desk.json("/api/runs").path("runs")).hasSize(1);

        desk.accept("e5", "issues", "opened");
        int before = desk.told.get();
        var carryOut = "{\"plan\":\"" + plan.path("plan").asString("") + "\",\"source\":\"hub\"}";
        var done = ordered(carryOut);
        assertThat(done.path("begun").asInt(0)).isEqualTo(3);
        assertThat(done.path("runs")).hasSize(3);
        assertThat(done.path("skipped")).isEmpty();
        assertThat(desk.told.get()).isEqualTo(before + 1);
        assertThat(desk.json("/api/runs").path("runs")).hasSize(4);
        var twice = ordered(carryOut);
        assertThat(twice.path("begun").asInt(-1)).isZero();
        assertThat(twice.path("skipped").get(0).path("why").asString("")).isEqualTo("before");
        assertThat(desk.json("/api/runs").path("runs")).hasSize(4);
    }

    /** What governs the new runs is said before. */
    @Test
    void aPlanSaysWhatGovernsIt() {
        desk.accept("e1", "issues", "opened");
        desk.accept("e2", "issues", "opened");
        desk.rule("limited");
        desk.order("/api/pause", "{\"agent\":\"limited\"}");
        var plan = ordered("{\"plan\":true,\"events\":[\"hub/e1\",2]}");
        assertThat(plan.path("agents").get(0).path("paused").asBoolean(false)).isTrue();
        assertThat(plan.path("agents").get(0).path("limits").toString()).isEqualTo("[\"1/d\"]");
        var done = ordered("{\"plan\":\"" + plan.path("plan").asString("") + "\"}");
        assertThat(done.path("begun").asInt(0)).isEqualTo(1);
        assertThat(done.path("held").asInt(0)).isEqualTo(1);
    }

    /** A start by key has no rule; what is over of it is done again in its next round. */
    @Test
    void aStartIsDoneAgain() {
        var run = json(desk.order("/api/runs", "{\"agent\":\"triage\",\"key\":\"k\"}"));
        desk.order("/api/runs/" + run.path("id").asString("") + "/cancel", "");
        var chosen = "{\"plan\":true,\"again\":true,\"events\":[\"_start/triage/k\"]";
        assertThat(ordered(chosen + "}").path("skipped").get(0).path("why").asString(""))
                .isEqualTo("cancelled");
        var plan = ordered(chosen + ",\"state\":\"cancelled\"}");
        ordered("{\"plan\":\"" + plan.path("plan").asString("") + "\"}");
        var newest = desk.json("/api/runs").path("runs").get(0);
        assertThat(newest.path("round").asInt(0)).isEqualTo(2);
        assertThat(newest.path("state").asString("")).isEqualTo("pending");
    }

    @Test
    void whatIsNotUnderstoodIsRefused() {
        assertThat(refused(400, "{\"source\":\"hub\"}")).contains("\"plan\": true");
        assertThat(refused(400, "{\"plan\":false}")).contains("\"plan\": true");
        assertThat(refused(400, "{\"plan\":true}")).contains("say which events");
        assertThat(refused(400, "{\"plan\":true,\"again\":true}")).contains("say which events");
        assertThat(refused(400, "{\"plan\":true,\"sinse\":\"2h\"}")).contains("did you mean \"since\"");
        assertThat(refused(400, "{\"plan\":true,\"since\":\"yesterday\"}")).contains("how long ago");
        assertThat(refused(400, "{\"plan\":true,\"state\":\"ded\"}")).contains("did you mean \"dead\"");
        assertThat(refused(400, "{\"plan\":true,\"source\":7}")).contains("is a text");
        assertThat(refused(400, "{\"plan\":true,\"source\":\"hub\",\"again\":\"yes\"}"))
                .contains("true or false");
        assertThat(refused(400, "{\"plan\":true,\"source\":\"hub\",\"after\":\"x\"}"))
                .contains("number of an event");
        assertThat(refused(400, "{\"plan\":true,\"events\":[\"hub/none\"]}")).contains("there is no event hub/none");
        assertThat(refused(400, "{\"plan\":true,\"events\":[]}")).contains("1 to 200");
        desk.accept("e1", "issues", "opened");
        assertThat(refused(400, "{\"plan\":true,\"events\":[1],\"since\":\"2h\"}"))
                .contains("one by one");
        assertThat(refused(409, "{\"plan\":\"0123456789abcdef\"}")).contains("no such plan");
        assertThat(refused(409, "{\"plan\":\"pause:*\"}")).contains("no such plan");
        assertThat(desk.send("POST", "/api/replay").statusCode()).isEqualTo(401);
    }

    @Test
    void aTimeIsAgoOrADateOrAnInstant() {
        desk.accept("e1", "issues", "opened");
        desk.rule("triage");
        for (var range : new String[] {
            "\"since\":\"2023-11-14\",\"until\":\"2023-11-14\"",
            "\"since\":\"2023-11-14T22:13:20Z\"",
            "\"until\":\"30d\"",
            "\"until\":\"2023-11-14T22:13:21Z\""
        }) {
            assertThat(ordered("{\"plan\":true," + range + "}").path("runs").asInt(0))
                    .as(range)
                    .isEqualTo(1);
        }
        for (var range : new String[] {"\"since\":\"30d\"", "\"until\":\"2023-11-14T22:13:20Z\""}) {
            assertThat(ordered("{\"plan\":true," + range + "}").path("runs").asInt(-1))
                    .as(range)
                    .isZero();
        }
    }
}

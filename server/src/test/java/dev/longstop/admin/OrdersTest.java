package dev.longstop.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.config.Changes;
import dev.longstop.config.Problem;
import dev.longstop.config.Reload;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What can be ordered, by whom, and what is answered. */
class OrdersTest {

    private final Desk desk;

    OrdersTest(@TempDir Path folder) {
        desk = new Desk(folder);
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }

    /** U4, R23: once for each agent and key, however often it is asked; the payload is what was set. */
    @Test
    void aStartByKeyStartsOnce() {
        var first = desk.order("/api/runs", "{\"agent\":\"triage\",\"key\":\"k 1\",\"set\":{\"issue\":7}}");
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(json(first).path("status").asString("")).isEqualTo("accepted");
        assertThat(json(first).path("state").asString("")).isEqualTo("pending");
        assertThat(json(first).path("event").asString("")).isEqualTo("_start/triage/k 1");
        assertThat(desk.told.get()).isEqualTo(1);

        var again = desk.order("/api/runs", "{\"agent\":\"triage\",\"key\":\"k 1\",\"set\":{\"issue\":7}}");
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(json(again).path("status").asString("")).isEqualTo("duplicate");
        assertThat(json(again).path("id")).isEqualTo(json(first).path("id"));
        var other = desk.order("/api/runs", "{\"agent\":\"triage\",\"key\":\"k 1\",\"set\":{\"issue\":8}}");
        assertThat(json(other).path("mismatch").asString("")).contains("the first stays");
        assertThat(desk.order("/api/runs", "{\"agent\":\"triage\",\"key\":\"k 2\"}")
                        .statusCode())
                .isEqualTo(201);
        assertThat(desk.json("/api/runs").path("runs")).hasSize(2);
    }

    @Test
    void whatCannotBeStartedIsRefusedInWords() {
        assertThat(desk.order("/api/runs", "{\"agent\":\"triaje\",\"key\":\"k\"}")
                        .body())
                .contains("did you mean \\\"triage\\\"");
        assertThat(desk.order("/api/runs", "{\"agent\":\"triage\"}").statusCode())
                .isEqualTo(400);
        assertThat(desk.order("/api/runs", "{\"agent\":\"triage\",\"key\":\"\"}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(desk.order("/api/runs", "{\"agent\":\"triage\",\"key\":\"k\",\"set\":[1]}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(desk.order("/api/runs", "not json").statusCode()).isEqualTo(400);
        assertThat(desk.order("/api/runs", "[]").statusCode()).isEqualTo(400);
        assertThat(desk.order("/api/nothing", "{}").statusCode()).isEqualTo(404);
        assertThat(desk.order("/health", "{}").statusCode()).isEqualTo(404);
        assertThat(desk.order("/api/runs", " ".repeat((1 << 20) + 1)).statusCode())
                .isEqualTo(413);
        assertThat(desk.json("/api/runs").path("runs")).isEmpty();
    }

    /** Nothing is ordered without the token, whatever the body. */
    @Test
    void anOrderWantsTheToken() {
        assertThat(desk.send("POST", "/api/runs").statusCode()).isEqualTo(401);
        assertThat(desk.send("POST", "/api/pause", "Authorization", "Bearer wrong")
                        .statusCode())
                .isEqualTo(401);
        assertThat(desk.send("PUT", "/api/runs", "Authorization", "Bearer " + Desk.TOKEN)
                        .statusCode())
                .isEqualTo(405);
    }

    @Test
    void aRunIsCancelledAndRequeued() {
        var id = json(desk.order("/api/runs", "{\"agent\":\"triage\",\"key\":\"k\"}"))
                .path("id")
                .asString("");

        assertThat(desk.order("/api/runs/" + id + "/requeue", "").statusCode())
                .as("a pending run is queued already")
                .isEqualTo(409);
        var cancelled = desk.order("/api/runs/" + id + "/cancel", "");
        assertThat(cancelled.statusCode()).isEqualTo(200);
        assertThat(json(cancelled).path("state").asString("")).isEqualTo("cancelled");
        assertThat(json(cancelled).path("outcome").asString("")).isEqualTo("cancelled by admin");
        assertThat(desk.order("/api/runs/" + id + "/cancel", "").statusCode()).isEqualTo(409);
        var requeued = desk.order("/api/runs/" + id + "/requeue", "");
        assertThat(json(requeued).path("state").asString("")).isEqualTo("pending");
        assertThat(desk.told.get()).isEqualTo(3);
        assertThat(desk.order("/api/runs/999/cancel", "").statusCode()).isEqualTo(404);
        assertThat(desk.order("/api/runs/x/cancel", "").statusCode()).isEqualTo(404);
        assertThat(desk.order("/api/runs/" + id + "/explode", "").statusCode()).isEqualTo(404);
    }

    /** U2: what exceeds a limit is held, and goes on when somebody releases it. */
    @Test
    void aHeldRunIsReleased() {
        desk.order("/api/runs", "{\"agent\":\"limited\",\"key\":\"1\"}");
        var held = json(desk.order("/api/runs", "{\"agent\":\"limited\",\"key\":\"2\"}"));
        assertThat(held.path("state").asString("")).isEqualTo("held");
        assertThat(held.path("held").asString("")).isEqualTo("limit: 1/d");
        assertThat(desk.json("/api/summary").path("runs").path("held").asInt(-1))
                .isEqualTo(1);
        var released = desk.order("/api/runs/" + held.path("id").asString("") + "/release", "");
        assertThat(json(released).path("state").asString("")).isEqualTo("pending");
    }

    @Test
    void pausesAreKeptAndShown() {
        assertThat(json(desk.order("/api/pause", "{\"agent\":\"triage\"}"))
                        .path("changed")
                        .asBoolean(false))
                .isTrue();
        assertThat(json(desk.order("/api/pause", "{\"agent\":\"triage\"}"))
                        .path("changed")
                        .asBoolean(true))
                .isFalse();
        desk.order("/api/pause", "{\"all\":true}");
        assertThat(desk.json("/api/summary").path("paused").valueStream().map(one -> one.asString("")))
                .containsExactly("*", "triage");
        desk.order("/api/resume", "{\"all\":true}");
        assertThat(desk.json("/api/summary").path("paused").valueStream().map(one -> one.asString("")))
                .containsExactly("triage");
        assertThat(desk.order("/api/pause", "{}").statusCode()).isEqualTo(400);
        assertThat(desk.order("/api/pause", "{\"agent\":\"triage\",\"all\":true}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(desk.order("/api/pause", "{\"agent\":\"nobody\"}").statusCode())
                .isEqualTo(400);
        assertThat(desk.order("/api/resume", "{\"agent\":\"nobody\"}").statusCode())
                .as("a pause of an agent that is gone can be taken back")
                .isEqualTo(200);
    }

    @Test
    void runsOfAgentsThatThereAreNotAreShownAsParked() {
        desk.accept("one", "issues", "opened", "gone");
        assertThat(desk.json("/api/summary").path("parked").path("gone").asInt(0))
                .isEqualTo(1);
    }

    /** U10: what a leaked secret let in waits for a person. */
    @Test
    void whatASecretLetInIsHeld() {
        desk.accept("e1", "issues", "opened", "triage");
        desk.order("/api/runs", "{\"agent\":\"triage\",\"key\":\"k\"}");
        var held = desk.order("/api/hold", "{\"source\":\"hub\",\"secret\":\"old\"}");
        assertThat(held.body()).isEqualTo("{\"held\":1,\"more\":false}");
        assertThat(desk.json("/api/runs?state=held")
                        .path("runs")
                        .get(0)
                        .path("event")
                        .asString(""))
                .isEqualTo("hub/e1");
        assertThat(desk.order("/api/hold", "{\"source\":\"hub\"}").statusCode()).isEqualTo(400);
        assertThat(desk.order("/api/hold", "{\"secret\":\"old\"}").statusCode()).isEqualTo(400);
    }

    @Test
    void aReloadSaysWhatChangedOrEverythingThatIsWrong() {
        var doubt = new Problem(Problem.Severity.WARNING, "longstop.yaml", 3, 5, "sources", "somebody should look");
        var changes = new Changes(List.of("sources.hub.secrets"), List.of("agents.triage"));
        desk.reload = new Reload(List.of(doubt), Optional.of(changes));
        var taken = desk.order("/api/reload", "");
        assertThat(taken.statusCode()).isEqualTo(200);
        assertThat(json(taken).path("changed"))
                .extracting(JsonNode::stringValue)
                .containsExactly("sources.hub.secrets");
        assertThat(json(taken).path("at_next_start"))
                .extracting(JsonNode::stringValue)
                .containsExactly("agents.triage");
        assertThat(json(taken).path("problems").get(0)).isEqualTo(doubt.json());

        var error = new Problem(Problem.Severity.ERROR, "longstop.yaml", 4, 1, "leese", "unknown key");
        desk.reload = new Reload(List.of(doubt, error), Optional.empty());
        var refused = desk.order("/api/reload", "");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(json(refused).path("detail").asString("")).contains("nothing has changed");
        assertThat(json(refused).path("problems")).containsExactly(doubt.json(), error.json());
    }
}

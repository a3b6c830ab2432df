package dev.longstop.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What people ask and say about jobs (R21). */
class JobApiTest {

    private final Desk desk;

    JobApiTest(@TempDir Path folder) {
        desk = new Desk(folder);
    }

    @AfterEach
    void close() {
        desk.close();
    }

    /** Registered, shown, asked for, closed: each is an observation of a person's. */
    @Test
    void aJobIsRegisteredAskedForAndClosed() {
        var registered = json(desk.post(
                        "/api/jobs",
                        "{\"platform\":\"claude\",\"job_id\":\"s 1\",\"with\":{\"owner\":\"acme\"},"
                                + "\"started_at\":\"2026-11-30T10:00:00Z\"}")
                .body());
        var job = registered.path("job");
        assertThat(job.path("state").asString()).isEqualTo("unknown");
        assertThat(job.path("ownership").asString()).isEqualTo("tracked");
        assertThat(job.path("started_at").asString()).isEqualTo("2026-11-30T10:00:00Z");
        assertThat(job.path("next_ask_at").isNull()).isFalse();
        var id = job.path("id").asString();
        assertThat(desk.json("/api/jobs?platform=claude&job_id=s+1")
                        .path("jobs")
                        .size())
                .isEqualTo(1);
        assertThat(json(desk.post("/api/jobs/" + id + "/ask", "").body())
                        .path("verdict")
                        .asString())
                .isEqualTo("nudge");
        assertThat(desk.post("/api/jobs/" + id + "/cancel", "").statusCode()).isEqualTo(502);
        assertThat(desk.post("/api/jobs/" + id + "/close", "{\"state\":\"running\"}")
                        .statusCode())
                .isEqualTo(400);
        var closed = json(desk.post("/api/jobs/" + id + "/close", "{\"state\":\"cancelled\"}")
                .body());
        assertThat(closed.path("job").path("state").asString()).isEqualTo("cancelled");
        assertThat(closed.path("job").path("decided_by").asString()).isEqualTo("operator");
        assertThat(desk.json("/api/jobs/" + id).path("observations").size()).isEqualTo(3);
        assertThat(desk.json("/api/jobs?state=cancelled")
                        .path("jobs")
                        .get(0)
                        .path("key")
                        .asString())
                .startsWith("claude/");
        assertThat(desk.json("/api/jobs?state=running").path("jobs").size()).isZero();
    }

    @Test
    void whatCannotBeSaidIsRefusedInWords() {
        assertThat(desk.post("/api/jobs", "{\"platform\":\"cloude\",\"job_id\":\"1\"}")
                        .body())
                .contains("claude");
        assertThat(desk.post("/api/jobs", "{\"platform\":\"claude\"}").statusCode())
                .isEqualTo(400);
        assertThat(desk.post("/api/jobs", "nothing").statusCode()).isEqualTo(400);
        assertThat(desk.post("/api/jobs", "[]").statusCode()).isEqualTo(400);
        assertThat(desk.post("/api/jobs", "{\"x\":\"" + "y".repeat(1_100_000) + "\"}")
                        .statusCode())
                .isEqualTo(413);
        assertThat(desk.post("/api/jobs/7/ask", "").statusCode()).isEqualTo(404);
        assertThat(desk.post("/api/jobs/seven/ask", "").statusCode()).isEqualTo(404);
        assertThat(desk.post("/api/effects/7/retry", "").statusCode()).isEqualTo(404);
        assertThat(desk.get("/api/jobs?state=odd").statusCode()).isEqualTo(400);
        assertThat(desk.get("/api/jobs?job_id=1").statusCode()).isEqualTo(400);
        assertThat(desk.json("/api/effects").path("effects").size()).isZero();
    }

    /** Nobody acts without the token. */
    @Test
    void nobodyActsWithoutTheToken() {
        assertThat(desk.send("POST", "/api/jobs").statusCode()).isEqualTo(401);
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }
}

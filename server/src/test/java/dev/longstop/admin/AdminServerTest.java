package dev.longstop.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What operators are told, and who is told nothing (S4, S9, A27, L8). */
class AdminServerTest {

    private Desk desk;

    AdminServerTest(@TempDir Path folder) {
        desk = new Desk(folder);
    }

    @BeforeEach
    void somethingHappened() {
        desk.accept("one", "issues", "opened", "triage");
        desk.accept("two", "issues", "closed");
        desk.accept("three", "push", "", "triage", "review");
    }

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void eventsAreListedNewestFirstWithTheirRuns() {
        var events = desk.json("/api/events").get("events");

        assertThat(texts(events, "event_id")).containsExactly("three", "two", "one");
        assertThat(texts(events, "state")).containsExactly("pending", "ignored", "pending");
        var one = events.get(2);
        assertThat(one.get("key").stringValue()).isEqualTo("hub/one");
        assertThat(one.get("received_at").stringValue()).isEqualTo("2023-11-14T22:13:20Z");
        assertThat(one.get("runs")).hasSize(1);
        assertThat(one.get("runs").get(0).get("agent").stringValue()).isEqualTo("triage");
        assertThat(events.get(1).get("ignored").stringValue()).isEqualTo("no_rule");
    }

    @Test
    void filtersNarrowTheList() {
        assertThat(ids("/api/events?type=issues")).containsExactly("two", "one");
        assertThat(ids("/api/events?type=issues.opened")).containsExactly("one");
        assertThat(ids("/api/events?state=ignored")).containsExactly("two");
        assertThat(ids("/api/events?q=THREE")).containsExactly("three");
        assertThat(ids("/api/events?source=other")).isEmpty();
        assertThat(ids("/api/events?source=hub&event_id=two")).containsExactly("two");
        assertThat(ids("/api/events?source=hub&event_id=none")).isEmpty();
        assertThat(texts(desk.json("/api/runs?agent=review").get("runs"), "event"))
                .containsExactly("hub/three");
        assertThat(desk.json("/api/runs?state=done").get("runs")).isEmpty();
    }

    /** L8: pages follow each other by key, and the link carries the filters along. */
    @Test
    void pagesFollowTheirLinks() {
        var seen = new ArrayList<String>();
        var next = "/api/events?limit=1&q=acme%2Froad";
        for (int pages = 0; !next.isEmpty() && pages < 9; pages++) {
            var page = desk.json(next);
            seen.addAll(texts(page.get("events"), "event_id"));
            next = page.get("next").asString("");
        }
        assertThat(seen).containsExactly("three", "two", "one");

        var runs = desk.json("/api/runs?limit=2");
        assertThat(runs.get("runs")).hasSize(2);
        assertThat(desk.json(runs.get("next").stringValue()).get("runs")).hasSize(1);
    }

    @Test
    void oneEventSaysEverythingButItsBodyAndSecret() {
        var seq = desk.json("/api/events?q=one").get("events").get(0).get("seq").asString("");
        var event = desk.json("/api/events/" + seq);

        assertThat(event.get("key").stringValue()).isEqualTo("hub/one");
        assertThat(event.get("subject").stringValue()).isEqualTo("acme/road:one");
        assertThat(event.get("secret").stringValue()).isEqualTo("old");
        assertThat(event.get("headers").get("x-github-event").stringValue()).isEqualTo("issues");
        assertThat(event.get("body_bytes").intValue()).isEqualTo(12);
        assertThat(event.get("mismatches")).isEmpty();
        assertThat(event.has("body")).isFalse();
    }

    @Test
    void oneRunSaysEverything() {
        var id =
                desk.json("/api/runs?agent=review").get("runs").get(0).get("id").asString("");
        var run = desk.json("/api/runs/" + id);

        assertThat(run.get("event").stringValue()).isEqualTo("hub/three");
        assertThat(run.get("state").stringValue()).isEqualTo("pending");
        assertThat(run.get("mode").stringValue()).isEqualTo("live");
        assertThat(run.get("result").isNull()).isTrue();
    }

    @Test
    void whatIsNotThereIsNotFound() {
        for (var path : List.of(
                "/api/events/999",
                "/api/events/x",
                "/api/events/",
                "/api/runs/999",
                "/api/runs/1/x",
                "/api/nothing",
                "/api/",
                "/",
                "/metrics/",
                "/api/events/99999999999999999999")) {
            var reply = desk.get(path);
            assertThat(reply.statusCode()).as(path).isEqualTo(404);
            problem(reply, 404);
        }
    }

    /** Every wrong question is answered with what is wrong with it, as RFC 9457 has it. */
    @Test
    void aWrongQuestionIsToldWhatIsWrong() {
        assertThat(problem(desk.get("/api/events?sate=done"), 400))
                .isEqualTo("unknown parameter \"sate\"; did you mean \"state\"?");
        assertThat(problem(desk.get("/api/events?state=doen"), 400))
                .contains("\"state\" is one of")
                .contains("did you mean \"done\"?");
        assertThat(problem(desk.get("/api/events?limit=0"), 400)).isEqualTo("\"limit\" is 1 to 200");
        assertThat(problem(desk.get("/api/events?limit=201"), 400)).isEqualTo("\"limit\" is 1 to 200");
        assertThat(problem(desk.get("/api/events?before=x"), 400)).isEqualTo("\"before\" is a row's number");
        assertThat(problem(desk.get("/api/events?event_id=one"), 400)).contains("needs \"source\"");
        assertThat(problem(desk.get("/api/events?q=a&q=b"), 400)).isEqualTo("\"q\" is there twice");
        assertThat(problem(desk.get("/api/runs?source=hub"), 400)).contains("unknown parameter \"source\"");
        assertThat(problem(desk.get("/api/summary?x=1"), 400)).contains("unknown parameter");
        assertThat(problem(desk.get("/api/runs/1?x=1"), 400)).contains("unknown parameter");
        assertThat(raw("GET /api/events?q=%zz HTTP/1.1", "localhost")).startsWith("HTTP/1.1 400 ");
        var both = problem(desk.get("/api/events?limit=x&nope=1"), 400);
        assertThat(both).contains("limit").contains("nope");
    }

    @Test
    void withoutTheTokenNothingButHealthIsTold() {
        for (var path : List.of("/api/events", "/api/runs/1", "/api/summary", "/metrics", "/", "/nothing")) {
            for (var authorization : List.of("Bearer wrong", "Bearer", "Basic " + Desk.TOKEN, Desk.TOKEN)) {
                var reply = desk.send("GET", path, "Authorization", authorization);
                assertThat(reply.statusCode()).as(path).isEqualTo(401);
                assertThat(reply.headers().firstValue("www-authenticate")).contains("Bearer");
                problem(reply, 401);
            }
            assertThat(desk.send("GET", path).statusCode()).as(path).isEqualTo(401);
        }
        assertThat(desk.send("GET", "/health/live").body()).isEqualTo("{\"status\":\"live\"}");
        assertThat(desk.send("GET", "/health/ready").statusCode()).isEqualTo(200);
        assertThat(desk.send("GET", "/health").body()).contains("\"ready\"");
        assertThat(desk.send("GET", "/api/summary", "Authorization", "bearer  " + Desk.TOKEN)
                        .statusCode())
                .isEqualTo(200);
    }

    /** A page that reaches this port under a name of its own gets nothing, whatever it shows (DNS rebinding). */
    @Test
    void anotherNameIsNotOurs() {
        for (var host :
                List.of("evil.example", "evil.example:" + desk.port, "127.0.0.1.evil.example", "localhost.evil")) {
            assertThat(asked(host)).as(host).startsWith("HTTP/1.1 421 ");
        }
        for (var host : List.of("localhost", "LOCALHOST:1", "127.0.0.1:" + desk.port, "[::1]:80")) {
            assertThat(asked(host)).as(host).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void onlyGetAndPostAreAnswered() {
        for (var method : List.of("PUT", "DELETE", "PATCH", "OPTIONS")) {
            var reply = desk.send(method, "/api/events", "Authorization", "Bearer " + Desk.TOKEN);
            assertThat(reply.statusCode()).as(method).isEqualTo(405);
            assertThat(reply.headers().firstValue("allow")).contains("GET, HEAD, POST");
        }
        assertThat(desk.send("HEAD", "/api/events", "Authorization", "Bearer " + Desk.TOKEN)
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void rejectionsShowWhyAndNeverWhat() {
        desk.send(desk.publicPort, "POST", "/in/hub", "User-Agent", "curious");
        var rejection = desk.json("/api/rejections").get("rejections").get(0);

        assertThat(rejection.get("source").stringValue()).isEqualTo("hub");
        assertThat(rejection.get("reason").stringValue()).isEqualTo("no_signature");
        assertThat(rejection.get("status").intValue()).isEqualTo(401);
        assertThat(rejection.get("user_agent").stringValue()).isEqualTo("curious");
    }

    @Test
    void theSummaryCountsWhatWaits() {
        var summary = desk.json("/api/summary");

        assertThat(summary.get("runs").get("due").intValue()).isEqualTo(3);
        assertThat(summary.get("runs").get("held").intValue()).isZero();
        assertThat(summary.get("runs").get("oldest_due_at").isString()).isTrue();
        assertThat(summary.get("ingress").get("open").booleanValue()).isTrue();
        assertThat(desk.json("/api/sla").path("weeks").size()).isEqualTo(8);
    }

    /** The names and labels are a contract with whoever watches. */
    @Test
    void metricsHaveTheirNames() {
        desk.send(desk.publicPort, "POST", "/in/hub");
        desk.metrics.runEnded("triage", "done", 5_000_000);
        desk.metrics.accepted(5_000_000);
        var lines = desk.get("/metrics").body().lines().toList();

        assertThat(lines)
                .contains(
                        "longstop_deliveries_total{outcome=\"unauthenticated\",source=\"hub\"} 1.0",
                        "longstop_deliveries_total{outcome=\"accepted\",source=\"hub\"} 0.0",
                        "longstop_runs_total{agent=\"triage\",outcome=\"done\"} 1.0",
                        "longstop_runs_due 3.0",
                        "longstop_runs_held 0.0",
                        "longstop_settle_fenced_total 0.0",
                        "longstop_accept_seconds_count 1",
                        "longstop_run_seconds_count{agent=\"triage\"} 1")
                .anyMatch(line -> line.startsWith("longstop_run_oldest_due_seconds "))
                .anyMatch(line -> line.startsWith("longstop_commit_batch_size_count "))
                .anyMatch(line -> line.startsWith("longstop_commit_seconds_count "))
                .anyMatch(line -> line.startsWith("longstop_commit_seconds_bucket{le=\"0.005\"}"))
                .anyMatch(line -> line.startsWith("longstop_wal_bytes "));
    }

    @Test
    void aClosedDoorIsNotReadyButLive() {
        desk.closeIngress();

        var ready = desk.send("GET", "/health/ready");
        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(ready.body()).contains("\"ingress\":\"closed\"");
        assertThat(desk.send("GET", "/health/live").statusCode()).isEqualTo(200);
    }

    @Test
    void answersAreNotKeptByAnybody() {
        var reply = desk.get("/api/events");

        assertThat(reply.headers().firstValue("cache-control")).contains("no-store");
        assertThat(reply.headers().firstValue("x-content-type-options")).contains("nosniff");
        assertThat(reply.headers().firstValue("content-type")).contains("application/json");
    }

    private List<String> ids(String path) {
        return texts(desk.json(path).get("events"), "event_id");
    }

    private static List<String> texts(JsonNode list, String name) {
        return list.values().stream().map(item -> item.get(name).stringValue()).toList();
    }

    private static String problem(HttpResponse<String> reply, int status) {
        assertThat(reply.statusCode()).isEqualTo(status);
        assertThat(reply.headers().firstValue("content-type")).contains("application/problem+json");
        var problem = JsonMapper.shared().readTree(reply.body());
        assertThat(problem.get("status").intValue()).isEqualTo(status);
        assertThat(problem.get("title").stringValue()).isNotEmpty();
        return problem.get("detail").stringValue();
    }

    private String asked(String host) {
        return raw("GET /api/summary HTTP/1.1", host);
    }

    private String raw(String line, String host) {
        var request = String.join(
                "\r\n", line, "Connection: close", "Host: " + host, "Authorization: Bearer " + Desk.TOKEN, "", "");
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), desk.port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}

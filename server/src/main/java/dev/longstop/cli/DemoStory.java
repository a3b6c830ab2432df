package dev.longstop.cli;

import dev.longstop.app.Program;
import dev.longstop.contract.Secret;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The demo's first steps, each with its proof: what comes in. The first that does not hold ends the story. */
final class DemoStory implements AutoCloseable {

    private final Surroundings surroundings;
    private final DemoPage page;
    private final DemoPlace place;
    private volatile @Nullable Program program;

    DemoStory(Surroundings surroundings, DemoPage page, DemoPlace place) {
        this.surroundings = surroundings;
        this.page = page;
        this.place = place;
    }

    /** Tells it; whether every step held. */
    boolean tell() {
        page.fact("serving", serve());
        var issue = client().letter("issues", "opened");
        return accepted(issue) && repeated(issue) && forged() && killed() && new DemoJobs(page, place, client()).tell();
    }

    private String serve() {
        long began = surroundings.time().nanos();
        program = place.serve();
        return "process " + program().pid() + ", ready after "
                + (surroundings.time().nanos() - began) / 1_000_000 + " ms";
    }

    /** The program that serves. */
    Program program() {
        return Objects.requireNonNull(program);
    }

    /** What the program said so far. */
    String log() {
        var serving = program;
        return serving == null ? "" : serving.log();
    }

    @Override
    public void close() {
        var serving = program;
        if (serving != null) {
            serving.close();
        }
    }

    private DemoClient client() {
        return new DemoClient(surroundings, place, program());
    }

    private boolean accepted(Letter issue) {
        page.title("Accepted", "GitHub says that an issue was opened");
        var answer = client().post(issue);
        page.fact("POST /in/github", answer.text());
        var run = client().awaitRun(issue, "done");
        page.fact(client().whereIs(issue), run.map(DemoStory::words).orElse("no run is done"));
        page.fact("the agent said", run.map(client()::result).orElse(""));
        return page.proof(
                answer.says("accepted")
                        && run.map(one -> one.path("attempts").asInt(0) == 1).orElse(false)
                        && place.ledger(issue.id()).size() == 1,
                "committed, then answered; its run is done after one attempt");
    }

    private static String words(JsonNode run) {
        return "1 run of " + run.path("agent").asString("") + ": "
                + run.path("state").asString("") + ", "
                + DemoPage.count(run.path("attempts").asInt(0), "attempt") + ", "
                + DemoPage.count(run.path("lapses").asInt(0), "lost lease");
    }

    private boolean repeated(Letter issue) {
        page.title("Repeated", "GitHub sends the same delivery again");
        var answer = client().post(issue);
        page.fact("POST /in/github", answer.text());
        var runs = client().event(issue).path("runs");
        page.fact("GET  /api/events", DemoPage.count(events(), "event") + ", " + DemoPage.count(runs.size(), "run"));
        int lines = place.ledger(issue.id()).size();
        page.fact("ledger of the agents", DemoPage.count(lines, "line"));
        return page.proof(
                answer.says("duplicate") && events() == 1 && runs.size() == 1 && lines == 1,
                "still one event, one run, one attempt");
    }

    private boolean forged() {
        page.title("Forged", "somebody who does not know the secret signs a delivery");
        var forged = client().letter("issues", "opened");
        var forger = new Secret("a forger", surroundings.randomness().token(24), Optional.empty());
        var answer = client().post(forged, forger);
        page.fact("POST /in/github", answer.text());
        page.fact("GET  /api/events", DemoPage.count(events(), "event"));
        var rejections = client().api("/api/rejections").path("rejections");
        page.fact(
                "GET  /api/rejections",
                rejections.path(0).path("status").asString("") + " "
                        + rejections.path(0).path("reason").asString(""));
        return page.proof(
                answer.status() == 401
                        && events() == 1
                        && rejections.size() == 1
                        && place.ledger(forged.id()).isEmpty(),
                "refused, told nothing more, and nothing of it is stored");
    }

    private int events() {
        return client().api("/api/events").path("events").size();
    }

    private boolean killed() {
        page.title("Killed in mid-run", "an agent is at work when its server dies");
        var pull = client().letter("pull_request", "opened");
        var answer = client().post(pull);
        page.fact("POST /in/github", answer.text());
        boolean begun = DemoClient.await(() -> place.ledger(pull.id()), lines -> !lines.isEmpty())
                .isPresent();
        page.fact("ledger of the agents", begun ? "begun" : "nothing");
        long pid = program().pid();
        program().kill();
        page.fact("kill -9 " + pid, "GET /healthz: " + client().health());
        page.fact("serve again", serve());
        var run = client().awaitRun(pull, "done");
        page.fact(client().whereIs(pull), run.map(DemoStory::words).orElse("the run is not done"));
        var words = place.ledger(pull.id()).stream()
                .map(line -> line.split(" ", 4))
                .collect(Collectors.groupingBy(line -> line[2], Collectors.counting()));
        long keys = place.ledger(pull.id()).stream()
                .map(line -> line.split(" ", 4)[3])
                .distinct()
                .count();
        page.fact(
                "ledger of the agents",
                "begun " + words.getOrDefault("begun", 0L) + " times, done " + words.getOrDefault("done", 0L)
                        + " time, " + DemoPage.count(keys, "idempotency key"));
        return page.proof(
                answer.says("accepted")
                        && begun
                        && run.map(one -> one.path("lapses").asInt(0) == 1).orElse(false)
                        && words.equals(Map.of("begun", 2L, "done", 1L))
                        && keys == 1,
                "the run that was cut off is finished, once");
    }
}

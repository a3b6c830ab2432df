package dev.longstop.cli;

import dev.longstop.app.Program;
import dev.longstop.contract.Secret;
import dev.longstop.inbox.Source;
import dev.longstop.time.Patience;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The demo's steps, each with its proof. The first that does not hold ends the story. */
final class DemoStory implements AutoCloseable {

    private static final long WAIT_MS = 30_000;

    private final Surroundings surroundings;
    private final Screen screen;
    private final DemoPlace place;
    private final Source source;
    private final Http http = new Http();
    private @Nullable Program program;
    private int step;

    DemoStory(Surroundings surroundings, DemoPlace place) {
        this.surroundings = surroundings;
        this.screen = surroundings.screen();
        this.place = place;
        this.source = Objects.requireNonNull(place.configuration().sources().get("github"));
    }

    /** Tells it; whether every step held. */
    boolean tell() {
        long began = surroundings.time().nanos();
        program = place.serve();
        screen.line(screen.styled(
                Screen.Style.DIM,
                "serving as process " + program().pid() + ", ready after "
                        + (surroundings.time().nanos() - began) / 1_000_000 + " ms"));
        var issue = letter("issues", "opened");
        return accepted(issue) && repeated(issue) && forged() && killed();
    }

    /** The program that serves. */
    Program program() {
        return Objects.requireNonNull(program);
    }

    /** What the program said so far. */
    String log() {
        return program == null ? "" : program.log();
    }

    @Override
    public void close() {
        if (program != null) {
            program.close();
        }
    }

    private boolean accepted(Letter issue) {
        title("Accepted", "GitHub says that an issue was opened");
        var answer = post(issue, place.secret());
        var run = awaitDone(issue);
        return held(
                        answer.status() == 200 && word(answer).equals("accepted") && run.isPresent(),
                        "committed, then answered",
                        answer)
                && proof(
                        run.map(r -> r.path("attempts").asInt(0) == 1).orElse(false)
                                && place.ledger(issue.id()).size() == 1,
                        "its run is done after 1 attempt: \""
                                + run.map(this::result).orElse("") + "\"");
    }

    private boolean repeated(Letter issue) {
        title("Repeated", "GitHub sends the same delivery again");
        var answer = post(issue, place.secret());
        long runs = runs(issue).map(JsonNode::size).orElse(0);
        return held(answer.status() == 200 && word(answer).equals("duplicate"), "the row that stood decides", answer)
                && proof(
                        runs == 1 && place.ledger(issue.id()).size() == 1,
                        "still one event, one run, and one line in the agent's ledger");
    }

    private boolean forged() {
        title("Forged", "somebody without the secret signs a delivery");
        long before = events();
        var forged = letter("issues", "opened");
        var forger = new Secret("a forger", surroundings.randomness().token(24), Optional.empty());
        var answer = post(forged, forger);
        return held(answer.status() == 401, "refused, and told nothing more", answer)
                && proof(
                        events() == before && place.ledger(forged.id()).isEmpty(),
                        "nothing was stored: still " + before + " event" + (before == 1 ? "" : "s"));
    }

    private boolean killed() {
        title("Killed in mid-run", "an agent is at work when its server dies");
        var pull = letter("pull_request", "opened");
        var answer = post(pull, place.secret());
        boolean begun = Patience.until(WAIT_MS, () -> !place.ledger(pull.id()).isEmpty());
        if (!held(answer.status() == 200 && begun, "the agent has begun", answer)) {
            return false;
        }
        long pid = program().pid();
        program().kill();
        screen.line("     kill -9 " + pid + "  the serving process is gone, the run is not done");
        program = place.serve();
        screen.line("     serve       started again as process " + program().pid());
        var run = awaitDone(pull);
        var lines = place.ledger(pull.id());
        var keys = lines.stream()
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .distinct();
        long done = lines.stream().filter(line -> line.contains(" done ")).count();
        return proof(
                        run.isPresent() && done == 1,
                        "the run that was cut off is done: \""
                                + run.map(this::result).orElse("") + "\"")
                && proof(
                        keys.count() == 1 && lines.size() == 3,
                        "the ledger: begun twice, done once, under one idempotency key");
    }

    private Letter letter(String type, String action) {
        var samples = new Samples(
                source.contract().id(),
                surroundings.randomness(),
                surroundings.time().wallMs());
        var payload =
                samples.payload(type, action).orElseThrow(() -> new IllegalStateException("no sample of " + type));
        var id = surroundings.randomness().token(16);
        return Letter.of(
                source, new Letter.Naming(id, type, action), surroundings.time().wallMs(), payload);
    }

    private Http.Answered post(Letter letter, Secret secret) {
        var postbox = URI.create(program().publicUrl() + "/in/github");
        var headers = letter.sign(secret)
                .map(Letter.Posted::headers)
                .orElseThrow(() -> new IllegalStateException("the story's sender shares a secret"));
        var reply = http.send("POST", postbox, headers, letter.body());
        return reply instanceof Http.Answered answered
                ? answered
                : new Http.Answered(0, reply.toString().getBytes(StandardCharsets.UTF_8), Map.of());
    }

    private static String word(Http.Answered answer) {
        return JsonMapper.shared().readTree(answer.body()).path("status").asString("");
    }

    private Optional<JsonNode> runs(Letter letter) {
        return place.admin(program()).event(source.name(), letter.id()) instanceof Admin.Got got
                ? Optional.of(got.json().path("runs"))
                : Optional.empty();
    }

    private long events() {
        return place.admin(program()).get("/api/events", Map.of()) instanceof Admin.Got got
                ? got.json().path("events").size()
                : -1;
    }

    private Optional<JsonNode> awaitDone(Letter letter) {
        boolean done = Patience.until(
                WAIT_MS,
                () -> runs(letter)
                        .filter(runs -> runs.size() == 1)
                        .map(runs -> runs.get(0).path("state").asString("").equals("done"))
                        .orElse(false));
        return done ? runs(letter).map(runs -> runs.get(0)) : Optional.empty();
    }

    private String result(JsonNode run) {
        var id = run.path("id").asString("");
        var shown = place.admin(program()).get("/api/runs/" + id, Map.of());
        return shown instanceof Admin.Got got
                ? Screen.safe(got.json().path("result").asString("").strip())
                : "";
    }

    private void title(String name, String what) {
        step++;
        screen.line("");
        screen.line(screen.styled(Screen.Style.BOLD, step + "  " + name) + "  " + what);
    }

    private boolean held(boolean held, String what, Http.Answered answer) {
        var said = new String(answer.body(), StandardCharsets.UTF_8);
        screen.line("     POST /in/github -> " + answer.status() + " " + Screen.safe(said));
        return proof(held, what);
    }

    private boolean proof(boolean held, String what) {
        var mark = held ? screen.styled(Screen.Style.GOOD, "held") : screen.styled(Screen.Style.BAD, "NOT ");
        screen.line("     " + mark + "  " + what);
        return held;
    }
}

package dev.longstop.cli;

import dev.longstop.app.Program;
import dev.longstop.contract.Secret;
import dev.longstop.inbox.Source;
import dev.longstop.time.Patience;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the demo asks the program, from outside: posts as senders do, and questions to the admin API. */
final class DemoClient {

    private static final long WAIT_MS = 30_000;

    private final Surroundings surroundings;
    private final DemoPlace place;
    private final Program program;
    private final Http http = new Http();

    DemoClient(Surroundings surroundings, DemoPlace place, Program program) {
        this.surroundings = surroundings;
        this.place = place;
        this.program = program;
    }

    /** What a post was answered. */
    record Answer(int status, String body) {

        /** The word that our answers have for what became of it. */
        String word() {
            return body.startsWith("{")
                    ? JsonMapper.shared().readTree(body).path("status").asString("")
                    : "";
        }

        boolean says(String word) {
            return status == 200 && word().equals(word);
        }

        String text() {
            return status + " " + (word().isEmpty() ? body : word());
        }
    }

    private Source github() {
        return Objects.requireNonNull(place.configuration().sources().get("github"));
    }

    /** A delivery of GitHub's that is new. */
    Letter letter(String type, String action) {
        var now = surroundings.time().wallMs();
        var payload = new Samples(github().contract().id(), surroundings.randomness(), now)
                .payload(type, action)
                .orElseThrow(() -> new IllegalStateException("no sample of " + type));
        var id = surroundings.randomness().token(16);
        return Letter.of(github(), new Letter.Naming(id, type, action), now, payload);
    }

    /** Posts it as GitHub does. */
    Answer post(Letter letter) {
        return post(letter, github().secrets().get(0));
    }

    /** Posts it, signed with a secret. */
    Answer post(Letter letter, Secret secret) {
        var headers = letter.sign(secret)
                .map(Letter.Posted::headers)
                .orElseThrow(() -> new IllegalStateException("the story's sender shares a secret"));
        return post("github", headers, letter.body());
    }

    /** Posts the webhook of the platform that says that a job is over. */
    Answer announce(String jobId) {
        var webhook = place.webhook(jobId, surroundings.time().wallMs());
        var headers = new LinkedHashMap<String, String>();
        webhook.headers().values().forEach((name, values) -> headers.put(name, values.get(0)));
        return post(DemoPlace.PLATFORM, headers, webhook.body());
    }

    private Answer post(String source, Map<String, String> headers, byte[] body) {
        var reply = http.send("POST", URI.create(program.publicUrl() + "/in/" + source), headers, body);
        return reply instanceof Http.Answered answered
                ? new Answer(answered.status(), new String(answered.body(), StandardCharsets.UTF_8))
                : new Answer(0, reply instanceof Http.Unreachable unreachable ? unreachable.why() : "no answer");
    }

    /** Whether anybody takes requests there. */
    String health() {
        var reply = http.get(URI.create(program.publicUrl() + "/healthz"), Map.of());
        return reply instanceof Http.Answered answered
                ? String.valueOf(answered.status())
                : ((Http.Unreachable) reply).why();
    }

    /** A document of the admin API; an empty one where there is none. */
    JsonNode api(String path) {
        return place.admin(program).get(path, Map.of()) instanceof Admin.Got got
                ? got.json()
                : JsonMapper.shared().createObjectNode();
    }

    /** Everything about an event and its runs; an empty object where it is not known. */
    JsonNode event(Letter letter) {
        return place.admin(program).event("github", letter.id()) instanceof Admin.Got got
                ? got.json()
                : JsonMapper.shared().createObjectNode();
    }

    /** The question that the admin API answers about an event, as it is shown. */
    String whereIs(Letter letter) {
        return "GET  /api/events/" + event(letter).path("seq").asString("");
    }

    /** Waits until the event has one run, in a state; gives that run. */
    Optional<JsonNode> awaitRun(Letter letter, String state) {
        return await(() -> event(letter).path("runs"), runs -> runs.size() == 1 && is(runs.get(0), state))
                .map(runs -> runs.get(0));
    }

    /** Asks for a document until it is as it should be; gives it as it is then, or when the time is over. */
    JsonNode awaitThat(String path, Predicate<JsonNode> good) {
        return await(() -> api(path), good).orElseGet(() -> api(path));
    }

    /** An instant, to measure from. */
    long nanos() {
        return surroundings.time().nanos();
    }

    static boolean is(JsonNode thing, String state) {
        return thing.path("state").asString("").equals(state);
    }

    /** Looks until something is as it should be; empty if it is not in time. */
    static <T> Optional<T> await(Supplier<T> look, Predicate<T> good) {
        return Patience.until(WAIT_MS, () -> good.test(look.get())) ? Optional.of(look.get()) : Optional.empty();
    }

    /** What a run's agent said. */
    String result(JsonNode run) {
        return api("/api/runs/" + run.path("id").asString(""))
                .path("result")
                .asString("")
                .strip();
    }
}

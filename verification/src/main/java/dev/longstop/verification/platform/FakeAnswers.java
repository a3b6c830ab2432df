package dev.longstop.verification.platform;

import dev.longstop.verification.platform.FakeJobs.Standing;
import dev.longstop.verification.platform.FakePlatform.Job;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a fake platform answers about a job: what was recorded of one, made out to be of another. Pure. */
final class FakeAnswers {

    private final JsonNode samples;
    private final String recordedId;
    private final Optional<JsonPointer> correlation;
    private final List<JsonPointer> finishes;
    private final Optional<JsonPointer> result;

    FakeAnswers(JsonNode recording) {
        var form = recording.path("platform");
        samples = recording.path("samples");
        recordedId = recordedId(recording);
        correlation = pointer(form.path("launch").path("correlation").asString(""));
        finishes = form.path("read")
                .path("finishedAt")
                .valueStream()
                .flatMap(path -> pointer(path.asString("")).stream())
                .toList();
        result = pointer(form.path("read").path("result").asString(""));
    }

    /** The id that the recording's jobs have. */
    String recordedId() {
        return recordedId;
    }

    /** Whether a status was recorded under a name. */
    boolean has(String sample) {
        return samples.path("statuses").has(sample);
    }

    /** The answer to a launch. */
    JsonNode launched(Job job) {
        return planted(of(samples.path("launchResponse"), job.id()), Optional.of(job));
    }

    /** A job's status; where the recorded one says when it finished, this says since when it stands so, if known. */
    JsonNode status(Standing standing, String id, Optional<Job> launched) {
        var status = planted(of(samples.path("statuses").path(standing.sample()), id), launched);
        standing.since()
                .ifPresent(since -> finishes.stream()
                        .filter(at -> status.at(at).isString() || status.at(at).isNumber())
                        .forEach(at -> put(status, at, instant(status.at(at), since))));
        return status;
    }

    /** A status with another result than was recorded; the same where it has none. */
    JsonNode withResult(JsonNode status, String text) {
        result.filter(at -> status.at(at).path("text").isString())
                .ifPresent(at -> put(status, at.append(JsonPointer.compile("/text")), text(text)));
        return status;
    }

    /** What a second read says. */
    JsonNode detail(Standing standing, String id) {
        return of(samples.path("statuses").path(standing.sample() + ".detail"), id);
    }

    /** The HTTP status of a second read. */
    int detailStatus(Standing standing) {
        return samples.path("statuses").path(standing.sample() + ".detailHttp").asInt(200);
    }

    private JsonNode of(JsonNode recorded, String id) {
        return JsonMapper.shared().readTree(recorded.toString().replace(recordedId, id));
    }

    /** The key comes back as it was posted, where it was posted there, else as it is. */
    private JsonNode planted(JsonNode body, Optional<Job> launched) {
        launched.filter(job -> !job.key().isEmpty())
                .ifPresent(job -> correlation.ifPresent(at -> {
                    var posted = FakeLaunch.text(job.launches().get(0), at);
                    put(body, at, text(posted.isEmpty() ? job.key() : posted));
                }));
        return body;
    }

    private static void put(JsonNode body, JsonPointer at, JsonNode value) {
        if (body.at(at.head()) instanceof ObjectNode parent) {
            parent.set(at.last().getMatchingProperty(), value);
        }
    }

    /** An instant in the same form as one that was recorded: words, or seconds since the epoch. */
    private static JsonNode instant(JsonNode recorded, Instant since) {
        return recorded.isNumber()
                ? JsonMapper.shared().getNodeFactory().numberNode(since.getEpochSecond())
                : text(since.toString());
    }

    private static JsonNode text(String text) {
        return JsonMapper.shared().getNodeFactory().stringNode(text);
    }

    /** A path of the form as a pointer; empty where it is more than a row of names. */
    private static Optional<JsonPointer> pointer(String path) {
        return path.matches("\\$(\\.\\w+)+")
                ? Optional.of(JsonPointer.compile(path.substring(1).replace('.', '/')))
                : Optional.empty();
    }

    private static String recordedId(JsonNode recording) {
        return pointer(recording.path("platform").path("launch").path("id").asString(""))
                .map(at ->
                        recording.path("samples").path("launchResponse").at(at).asString())
                .orElseThrow(
                        () -> new IllegalArgumentException("the recording does not say where its job's id stands"));
    }
}

package dev.longstop.cli;

import dev.longstop.cli.DemoTarget.Received;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** The demo's last steps: work that goes on elsewhere, and what follows once it is over. */
final class DemoJobs {

    private static final String JOB = "GET  /api/jobs/1";
    private static final int KEY_SHOWN = 11;

    private final DemoPage page;
    private final DemoPlace place;
    private final DemoClient client;

    DemoJobs(DemoPage page, DemoPlace place, DemoClient client) {
        this.page = page;
        this.place = place;
        this.client = client;
    }

    /** Tells them; whether every step held. */
    boolean tell() {
        return rescued() && once();
    }

    private boolean rescued() {
        page.title("Rescued", "a job ends on its platform, and its webhook never comes");
        var comment = client.letter("issue_comment", "created");
        var answer = client.post(comment);
        page.fact("POST /in/github", answer.text());
        boolean waits = client.awaitRun(comment, "waiting").isPresent();
        page.fact("the platform has", launched());
        page.fact(client.whereIs(comment), "its run " + (waits ? "waits for the job" : "does not wait"));
        long endedNanos = client.nanos();
        place.finishJobs();
        page.fact("the job ends", "and its webhook is dropped, on purpose");
        boolean done = client.awaitRun(comment, "done").isPresent();
        double seconds = (client.nanos() - endedNanos) / 1e9;
        page.fact(client.whereIs(comment), "its run is " + (done ? "done" : "not done"));
        var job = client.awaitThat("/api/jobs/1", it -> it.path("rescued").asBoolean(false));
        page.fact(JOB, words(job) + (job.path("rescued").asBoolean(false) ? "; counted as a rescue" : ""));
        return page.proof(
                answer.says("accepted")
                        && waits
                        && done
                        && DemoClient.is(job, "succeeded")
                        && job.path("rescued").asBoolean(false)
                        && !channels(job).contains("push")
                        && place.platform().jobs().get(0).launches().size() == 1,
                String.format(Locale.ROOT, "the poll found within %.0f s what no webhook told", Math.ceil(seconds)));
    }

    private String launched() {
        var jobs = place.platform().jobs();
        return jobs.isEmpty()
                ? "no job"
                : DemoPage.count(jobs.size(), "job") + ", launched "
                        + times(jobs.get(0).launches().size()) + " under the key "
                        + shown(jobs.get(0).key());
    }

    private static String words(JsonNode job) {
        return job.path("state").asString("") + ", decided by "
                + job.path("decided_by").asString("") + "; seen by " + String.join(", ", channels(job));
    }

    /** By which ways the job was seen. */
    private static List<String> channels(JsonNode job) {
        return StreamSupport.stream(job.path("observations").spliterator(), false)
                .map(one -> one.path("channel").asString(""))
                .distinct()
                .sorted()
                .toList();
    }

    private boolean once() {
        page.title("Once", "the target of an effect does it, and its answer breaks off");
        var effect = client.awaitThat("/api/effects/1", it -> DemoClient.is(it, "done"));
        page.fact(
                "GET  /api/effects/1",
                effect.path("state").asString("") + " after "
                        + DemoPage.count(effect.path("attempts").asInt(0), "attempt"));
        var late = client.announce(place.platform().jobs().get(0).id());
        page.fact("POST /in/" + DemoPlace.PLATFORM, late.text() + ": the webhook comes after all");
        var job = client.awaitThat("/api/jobs/1", it -> channels(it).contains("push"));
        page.fact(JOB, words(job) + "; " + DemoPage.count(job.path("effects").size(), "effect"));
        var key = effect.path("idempotency_key").asString("");
        var received = place.target().received();
        var ours = received.getOrDefault(key, new Received(List.of(), 0));
        long different = ours.bodies().stream().distinct().count();
        page.fact(
                "the target got",
                "key " + shown(key) + " " + times(ours.bodies().size())
                        + (different == 1 ? ", the same bytes" : ", different bytes"));
        page.fact("the target did it", times(ours.applied()));
        return page.proof(
                DemoClient.is(effect, "done")
                        && late.status() == 200
                        && channels(job).contains("push")
                        && job.path("effects").size() == 1
                        && received.size() == 1
                        && ours.bodies().size() == 2
                        && different == 1
                        && ours.applied() == 1,
                "sent twice under one key, it happened once; a late webhook adds nothing");
    }

    private static String times(int count) {
        return switch (count) {
            case 1 -> "once";
            case 2 -> "twice";
            default -> count + " times";
        };
    }

    private static String shown(String key) {
        return key.length() <= KEY_SHOWN ? key : key.substring(0, KEY_SHOWN) + "...";
    }
}

package dev.longstop.reconcile;

import dev.longstop.job.Alert;
import dev.longstop.job.Channel;
import dev.longstop.job.JobHistory;
import dev.longstop.job.JobKey;
import dev.longstop.job.JobState;
import dev.longstop.job.MergeSettings;
import dev.longstop.job.Observation;
import dev.longstop.job.Observation.Stranger;
import dev.longstop.job.Seen;
import dev.longstop.job.Verdict;
import dev.longstop.platform.Meaning;
import dev.longstop.platform.Platform;
import dev.longstop.platform.Reader;
import dev.longstop.platform.Reading;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Tries a platform's data on what was recorded of it: every sample is understood, and every scenario ends as its file
 * says, through the engine and the merge that serve.
 *
 * <p><i>Source</i>: the file's {@code samples} and {@code scenarios}; form in {@code docs/platforms.md}.
 */
public final class Scenarios {

    private static final long BEGIN_MS = 1_795_000_000_000L;
    private static final long STEP_MS = 180_000;
    private static final String DETAIL = ".detail";
    private static final String DETAIL_HTTP = ".detailHttp";

    private final Platform platform;
    private final Reader reader;
    private final JsonNode platformFile;
    private final JsonNode samples;

    private Scenarios(Platform platform, JsonNode file) {
        this.platform = platform;
        this.reader = new Reader(platform);
        this.platformFile = file.path("platform");
        this.samples = file.path("samples");
    }

    /**
     * One thing that was tried.
     *
     * @param name what
     * @param problems how it differs from what the file says; empty if it does not
     */
    public record Result(String name, List<String> problems) {
        public Result {
            problems = List.copyOf(problems);
        }

        /** Whether it came out as the file says. */
        public boolean passed() {
            return problems.isEmpty();
        }
    }

    /** Tries everything that a file recorded on a platform's data. */
    public static List<Result> run(Platform platform, JsonNode file) {
        var scenarios = new Scenarios(platform, file);
        var results = new ArrayList<Result>();
        scenarios.samples(results);
        file.path("scenarios").forEach(scenario -> results.add(scenarios.scenario(scenario)));
        return results;
    }

    /** Every status means something, and a word that nobody knows is unknown only where its name says so. */
    private void samples(List<Result> results) {
        samples.path("statuses").properties().forEach(entry -> {
            if (!entry.getKey().contains(DETAIL)) {
                var reading = reading(entry.getKey());
                boolean unknown =
                        entry.getKey().contains("brand_new") || entry.getKey().contains("unheard_of");
                var problems = reading.unmapped() == unknown
                        ? List.<String>of()
                        : List.of(unknown ? "it is understood, and should not be" : "no rule of `states` holds for it");
                results.add(new Result("sample " + entry.getKey(), problems));
            }
        });
        samples.path("webhooks").properties().forEach(entry -> {
            var pushed = reader.pushed(body(entry.getValue()));
            boolean ours = pushed instanceof Reader.About || platform.webhook().isEmpty();
            boolean ignored = entry.getKey().contains("artifact");
            results.add(new Result(
                    "webhook " + entry.getKey(),
                    ours != ignored ? List.of() : List.of(ignored ? "it names a job" : "it names no job")));
        });
    }

    private Reading reading(String sample) {
        var statuses = samples.path("statuses");
        var status = statuses.path(sample);
        int http = status.path("$http").asInt(200);
        var document = reader.document(bytes(status), http);
        var detail = statuses.path(sample + DETAIL);
        if (detail.isMissingNode()) {
            return reader.read(document);
        }
        int detailHttp = statuses.path(sample + DETAIL_HTTP).asInt(200);
        return reader.read(reader.with(document, bytes(detail), detailHttp));
    }

    private Result scenario(JsonNode scenario) {
        var play = new Play();
        var problems = new ArrayList<String>();
        for (var step : scenario.path("steps")) {
            play.step(step).ifPresent(problems::add);
        }
        play.expect(scenario.path("expect"), problems);
        return new Result("scenario " + scenario.path("name").asString(""), problems);
    }

    private MergeSettings settings() {
        var usual = MergeSettings.DEFAULT;
        return new MergeSettings(
                usual.lostAfterMs(),
                usual.lagMs(),
                Long.MAX_VALUE / 4,
                usual.rescueGraceMs(),
                usual.nudgeMs(),
                Bounds.announced(platform));
    }

    private static byte[] body(JsonNode webhook) {
        return webhook.path("bodyText").asString("").getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(JsonNode json) {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** One scenario on its way: a job, a clock that goes on from step to step, the deliveries that came. */
    private final class Play {

        private final JobHistory history = new JobHistory(settings());
        private final Set<String> deliveries = new HashSet<>();
        private int duplicates;
        private long nowMs = BEGIN_MS;

        /** Plays a step; gives what is wrong with it. */
        Optional<String> step(JsonNode step) {
            nowMs += STEP_MS;
            if (step.has("launch")) {
                observe(Channel.LAUNCH, Optional.empty(), Optional.of(Seen.of(JobState.QUEUED)));
                return Optional.empty();
            }
            if (step.has("poll")) {
                return poll(step.path("poll").asString());
            }
            if (step.has("push")) {
                return push(step.path("push").asString());
            }
            if (step.has("http")) {
                return unknown(step.path("ageSeconds").asLong(0) * 1_000);
            }
            if (step.has("reopen")) {
                var seen = Optional.of(Seen.of(JobState.QUEUED));
                history.observe(
                        observation(Channel.LAUNCH, Optional.empty(), seen).reopening(), nowMs);
                return Optional.empty();
            }
            return Optional.of("a step that nobody knows: " + step);
        }

        private Optional<String> poll(String sample) {
            if (!samples.path("statuses").has(sample)) {
                return Optional.of("there is no sample " + sample);
            }
            var reading = reading(sample);
            if (reading.meaning() == Meaning.NOT_FOUND) {
                return unknown(0);
            }
            observe(Channel.PULL, Optional.of(reading), Optional.of(Observations.seen(reading)));
            return Optional.empty();
        }

        private Optional<String> push(String sample) {
            var webhook = samples.path("webhooks").path(sample);
            if (webhook.isMissingNode()) {
                return Optional.of("there is no webhook " + sample);
            }
            if (!deliveries.add(deliveryId(webhook))) {
                duplicates++;
                return Optional.empty();
            }
            if (reader.pushed(body(webhook)) instanceof Reader.About about) {
                observe(Channel.PUSH, about.reading(), about.reading().map(Observations::seen));
            }
            return Optional.empty();
        }

        private Optional<String> unknown(long ageMs) {
            var job = history.job();
            long startedAtMs = job.map(one -> one.custody().startedAtMs()).orElse(nowMs);
            nowMs = Math.max(ageMs == 0 ? nowMs : 0, startedAtMs + ageMs);
            boolean seen = job.filter(one -> one.state() != JobState.UNKNOWN)
                    .flatMap(one -> one.standing().decidedBy())
                    .filter(channel -> channel == Channel.PULL || channel == Channel.PUSH)
                    .isPresent();
            if (Absence.lost(seen, nowMs - startedAtMs, platform.graceMs())) {
                observe(Channel.PULL, Optional.empty(), Optional.of(Seen.of(JobState.LOST)));
            }
            return Optional.empty();
        }

        private Verdict observe(Channel channel, Optional<Reading> reading, Optional<Seen> seen) {
            return history.observe(observation(channel, reading, seen), nowMs);
        }

        private Observation observation(Channel channel, Optional<Reading> reading, Optional<Seen> seen) {
            return new Observation(
                    JobKey.of(platform.id(), "recorded"),
                    channel,
                    nowMs,
                    reading.flatMap(Observations::epoch),
                    seen,
                    Optional.empty(),
                    Stranger.TRACKED);
        }

        void expect(JsonNode expect, List<String> problems) {
            var job = history.job();
            same(problems, "state", expect, job.map(one -> one.state().word()).orElse("none"));
            same(problems, "effects", expect, history.effects());
            same(problems, "duplicates", expect, duplicates);
            same(
                    problems,
                    "generations",
                    expect,
                    job.map(one -> one.generation()).orElse(0));
            boolean rescued = job.flatMap(one -> one.agenda().rescueDueAtMs()).isPresent();
            same(problems, "rescued", expect, rescued);
            if (expect.has("alerts")) {
                var alerts = history.alerts().stream().map(Play::word).collect(Collectors.toSet());
                var wanted = words(expect.path("alerts"));
                if (!alerts.equals(wanted)) {
                    problems.add("alerts: expected " + wanted + ", got " + alerts);
                }
            }
            var flags = job.map(one -> one.standing().flags()).orElse(Set.of());
            if (!flags.containsAll(words(expect.path("flags")))) {
                problems.add("flags: expected " + words(expect.path("flags")) + ", got " + flags);
            }
        }

        private static void same(List<String> problems, String what, JsonNode expect, Object got) {
            if (expect.has(what) && !expect.path(what).asString("").equals(String.valueOf(got))) {
                problems.add(what + ": expected " + expect.path(what).asString("") + ", got " + got);
            }
        }

        private static Set<String> words(JsonNode list) {
            return list.values().stream().map(JsonNode::asString).collect(Collectors.toSet());
        }

        private static String word(Alert alert) {
            return alert.name().toLowerCase(Locale.ROOT);
        }
    }

    /** What tells one delivery from another: where the file says that its id stands, or else its bytes. */
    private String deliveryId(JsonNode webhook) {
        var at = platformFile.path("webhook").path("deliveryId").asString("");
        var header = at.startsWith("header:") ? at.substring("header:".length()) : "";
        var id = webhook.path("headers").path(header).asString("");
        return id.isEmpty() ? webhook.path("bodyText").asString("") : id;
    }
}

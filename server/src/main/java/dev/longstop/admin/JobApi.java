package dev.longstop.admin;

import dev.longstop.effect.EffectList;
import dev.longstop.effect.EffectOwner;
import dev.longstop.effect.EffectState;
import dev.longstop.job.Channel;
import dev.longstop.job.JobDetail;
import dev.longstop.job.JobKey;
import dev.longstop.job.JobList;
import dev.longstop.job.JobState;
import dev.longstop.job.Observation;
import dev.longstop.job.Observation.Stranger;
import dev.longstop.job.Ownership;
import dev.longstop.job.Seen;
import dev.longstop.job.SlaWeek;
import dev.longstop.reconcile.Canceller;
import dev.longstop.store.Committed;
import dev.longstop.store.Page;
import dev.longstop.store.Store;
import dev.longstop.telemetry.Suggestion;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What can be asked and said about jobs and effects.
 *
 * <p><i>Threads</i>: safe; blocks on the store.
 */
final class JobApi {

    private static final String ACTOR = "admin";
    private static final List<String> JOB_STATES =
            Arrays.stream(JobState.values()).map(JobState::word).toList();
    private static final List<String> EFFECT_STATES =
            Arrays.stream(EffectState.values()).map(EffectState::word).toList();

    private final Store store;
    private final JobList jobs;
    private final EffectList effects;
    private final Hands hands;

    JobApi(Store store, Hands hands) {
        this.store = store;
        this.jobs = new JobList(store);
        this.effects = new EffectList(store);
        this.hands = hands;
    }

    /** Everything about one job. */
    Optional<ObjectNode> job(long row) {
        return jobs.show(row).map(this::json);
    }

    private ObjectNode json(JobDetail detail) {
        return JobWords.job(
                detail, effects.of(new EffectOwner.OfJob(detail.summary().id())));
    }

    /** Everything about one effect. */
    Optional<ObjectNode> effect(long row) {
        return effects.show(row).map(JobWords::effect);
    }

    /** The service level, week by week. */
    Reply sla(@Nullable String raw) {
        return Query.of(raw, List.of()).problem().orElseGet(() -> {
            var answer = Words.object();
            var weeks = answer.putArray("weeks");
            SlaWeek.last(store).forEach(week -> {
                var breaches = weeks.addObject().put("week", week.week()).putObject("breaches");
                week.breaches().forEach(breaches::put);
            });
            return Reply.json(answer);
        });
    }

    /** Many jobs, or the newest generation of one. */
    Reply jobs(@Nullable String raw) {
        var query = Query.of(raw, List.of("platform", "state", "before", "limit", "job_id"));
        var jobId = query.text("job_id");
        if (jobId.isPresent()) {
            return byKey(query, jobId.get());
        }
        var filter = new JobList.Filter(
                query.text("platform"),
                query.word("state", word -> state(word, JOB_STATES, JobState::of), JOB_STATES),
                query.row("before"),
                query.limit());
        return query.problem().orElseGet(() -> page("jobs", query, jobs.list(filter), JobWords::job));
    }

    private Reply byKey(Query query, String jobId) {
        var platform = query.text("platform");
        if (platform.isEmpty()) {
            return Reply.problem(400, "\"job_id\" needs \"platform\" beside it");
        }
        return query.problem().orElseGet(() -> {
            var answer = Words.object();
            var list = answer.putArray("jobs");
            jobs.show(JobKey.of(platform.get(), jobId))
                    .map(JobDetail::summary)
                    .ifPresent(job -> list.add(JobWords.job(job)));
            return Reply.json(answer.putNull("next"));
        });
    }

    /** Many effects. */
    Reply effects(@Nullable String raw) {
        var query = Query.of(raw, List.of("name", "state", "before", "limit"));
        var filter = new EffectList.Filter(
                query.text("name"),
                query.word("state", word -> state(word, EFFECT_STATES, EffectState::of), EFFECT_STATES),
                query.row("before"),
                query.limit());
        return query.problem().orElseGet(() -> page("effects", query, effects.list(filter), JobWords::effect));
    }

    private static <S> Optional<S> state(String word, List<String> words, Function<String, S> of) {
        return words.contains(word) ? Optional.of(of.apply(word)) : Optional.empty();
    }

    private static <T> Reply page(String things, Query query, Page<T> page, Function<T, ObjectNode> json) {
        var answer = Words.object();
        var list = answer.putArray(things);
        page.items().forEach(item -> list.add(json.apply(item)));
        answer.put(
                "next",
                page.before()
                        .map(before -> query.next(Api.PREFIX + things, before))
                        .orElse(null));
        return Reply.json(answer);
    }

    /** Does what a person says; empty if there is no such path. */
    Optional<Reply> act(String path, byte[] body) {
        var words = path.substring(Api.PREFIX.length()).split("/", -1);
        var about = words[0] + (words.length > 2 ? "/" + words[2] : "");
        if (words.length == 1 && about.equals("jobs")) {
            return Optional.of(said(body, this::register));
        }
        if (words.length != 3) {
            return Optional.empty();
        }
        return switch (about) {
            case "jobs/ask" -> Optional.of(ofJob(words[1], job -> observe(job, Optional.empty())));
            case "jobs/cancel" -> Optional.of(ofJob(words[1], this::cancel));
            case "jobs/close" -> Optional.of(said(body, json -> ofJob(words[1], job -> close(job, json))));
            case "effects/retry" ->
                Optional.of(ofEffect(
                        words[1], EffectState.PENDING, row -> hands.effects().retry(row, ACTOR)));
            case "effects/done" ->
                Optional.of(ofEffect(
                        words[1], EffectState.DONE, row -> hands.effects().done(row, ACTOR)));
            default -> Optional.empty();
        };
    }

    private static Reply said(byte[] body, Function<JsonNode, Reply> then) {
        try {
            var json = body.length == 0 ? Words.object() : JsonMapper.shared().readTree(body);
            return json.isObject() ? then.apply(json) : Reply.problem(400, "the body is a JSON object");
        } catch (JacksonException notJson) {
            return Reply.problem(400, "the body is not JSON");
        }
    }

    /** R21: a job that something else launched is followed from now on. */
    private Reply register(JsonNode json) {
        var platform = json.path("platform").asString("");
        var jobId = json.path("job_id").asString("");
        var with = json.path("with");
        if (!hands.askers().containsKey(platform)) {
            return Reply.problem(
                    400,
                    "there is no platform \"" + platform + "\" in the configuration"
                            + Suggestion.hint(platform, hands.askers().keySet()));
        }
        if (jobId.isBlank() || !(with.isMissingNode() || with.isObject())) {
            return Reply.problem(400, "\"job_id\" is the platform's id of the job, \"with\" an object of values");
        }
        var started = json.path("started_at").asString("");
        var startedAtMs = instant(started);
        if (!started.isEmpty() && startedAtMs.isEmpty()) {
            return Reply.problem(400, "\"started_at\" is an instant such as 2026-11-30T10:00:00Z");
        }
        var claim = Stranger.claiming(Ownership.TRACKED, with.isObject() ? with.toString() : "{}", startedAtMs);
        return observe(JobKey.of(platform, jobId), Optional.empty(), claim);
    }

    private static Optional<Long> instant(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant().toEpochMilli());
        } catch (DateTimeException none) {
            return Optional.empty();
        }
    }

    /** The platform is asked; what becomes of the job is what it says then. */
    private Reply cancel(JobDetail job) {
        var key = job.summary().key();
        var canceller = Optional.ofNullable(hands.cancellers().get(key.platform()));
        if (job.summary().endedAtMs().isPresent()) {
            return Reply.problem(409, "the job is over");
        }
        var refusal = canceller.isEmpty()
                ? Optional.of("its platform is not in the configuration")
                : canceller.get().cancel(key, job.askWith()).map(Canceller.Refusal::why);
        if (refusal.isPresent()) {
            return Reply.problem(502, "the job was not cancelled: " + refusal.get());
        }
        Committed.wait(hands.launches().cancelSent(job.summary().id()));
        return observe(job, Optional.empty());
    }

    private Reply close(JobDetail job, JsonNode json) {
        var word = json.path("state").asString("");
        var state = state(word, JOB_STATES, JobState::of).filter(JobState::outcome);
        return state.isPresent()
                ? observe(job, state.map(Seen::of))
                : Reply.problem(400, "\"state\" is succeeded, failed, cancelled or expired");
    }

    private Reply observe(JobDetail job, Optional<Seen> seen) {
        var ownership = job.summary().ownership();
        return observe(job.summary().key(), seen, new Stranger(ownership, "{}"));
    }

    private Reply observe(JobKey key, Optional<Seen> seen, Stranger stranger) {
        var observed = Committed.wait(hands.jobs()
                .observe(new Observation(
                        key,
                        Channel.OPERATOR,
                        hands.time().nowMs(),
                        Optional.empty(),
                        seen,
                        Optional.empty(),
                        stranger)));
        Optional.ofNullable(hands.askers().get(key.platform())).ifPresent(asker -> asker.up());
        var answer = Words.object().put("verdict", observed.verdict().word());
        jobs.show(observed.jobRow()).ifPresent(detail -> answer.set("job", json(detail)));
        return Reply.json(answer);
    }

    private Reply ofJob(String word, Function<JobDetail, Reply> then) {
        var job = Query.rowId(word).flatMap(jobs::show);
        if (job.isEmpty()) {
            return Reply.notFound("job of this number");
        }
        if (job.get().summary().superseded()) {
            return Reply.problem(409, "a newer generation of this job is followed instead");
        }
        return then.apply(job.get());
    }

    private Reply ofEffect(
            String word, EffectState wanted, Function<Long, CompletionStage<Optional<EffectState>>> act) {
        var row = Query.rowId(word);
        var state = row.flatMap(id -> Committed.wait(act.apply(id)));
        if (state.isEmpty()) {
            return Reply.notFound("effect of this number");
        }
        return state.get() == wanted
                ? row.flatMap(this::effect).map(Reply::json).orElse(Reply.notFound("effect of this number"))
                : Reply.problem(409, "the effect is " + state.get().word() + "; there is nothing to do");
    }
}

package dev.longstop.admin;

import dev.longstop.effect.EffectDetail;
import dev.longstop.effect.EffectOwner;
import dev.longstop.effect.EffectSummary;
import dev.longstop.job.Channel;
import dev.longstop.job.JobDetail;
import dev.longstop.job.JobState;
import dev.longstop.job.JobSummary;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Jobs and effects as JSON. */
final class JobWords {

    private static final int BODY_CHARS_MAX = 65_536;

    private JobWords() {}

    static ObjectNode job(JobSummary job) {
        return Words.object()
                .put("id", job.id())
                .put("key", job.key().toString())
                .put("platform", job.key().platform())
                .put("job_id", job.key().jobId())
                .put("generation", job.generation())
                .put("state", job.state().word())
                .put("superseded", job.superseded())
                .put("ownership", job.ownership().word())
                .put("agent", job.agent().orElse(null))
                .put("decided_by", job.decidedBy().map(Channel::word).orElse(null))
                .put("started_at", Words.instant(job.startedAtMs()))
                .put("ended_at", Words.instant(job.endedAtMs()))
                .put("next_ask_at", Words.instant(job.nextAskAtMs()))
                .put("asked_at", Words.instant(job.askedAtMs()))
                .put("asks", job.asks())
                .put("rescued", job.rescued());
    }

    static ObjectNode job(JobDetail detail, List<EffectSummary> effects) {
        var json = job(detail.summary());
        json.set("raw", tree(detail.raw()));
        json.set("flags", tree(detail.flags()));
        json.put("attention", detail.attention().orElse(null))
                .put("finished_at", Words.instant(detail.finishedAtMs()))
                .put("contradictions", detail.contradictions())
                .put("lost_since", Words.instant(detail.lostSinceMs()))
                .put("cancel_requested_at", Words.instant(detail.cancelRequestedAtMs()))
                .put("result", detail.result().orElse(null));
        var all = json.putArray("effects");
        effects.forEach(effect -> all.add(effect(effect)));
        var seen = json.putArray("observations");
        detail.observations()
                .forEach(one -> seen.addObject()
                        .put("n", one.n())
                        .put("channel", one.channel().word())
                        .put("observed_at", Words.instant(one.observedAtMs()))
                        .put("state", one.state().map(JobState::word).orElse(null))
                        .put("verdict", one.verdict())
                        .put("event_seq", one.eventSeq().orElse(null)));
        return json;
    }

    static ObjectNode effect(EffectSummary effect) {
        var owner = effect.owner();
        return Words.object()
                .put("id", effect.id())
                .put("name", effect.name())
                .put("run", owner instanceof EffectOwner.OfRun run ? run.runId() : null)
                .put("job", owner instanceof EffectOwner.OfJob job ? job.jobRow() : null)
                .put("round", effect.round())
                .put("state", effect.state().word())
                .put("policy", effect.policy().word())
                .put("attempts", effect.attempts())
                .put("lapses", effect.lapses())
                .put("created_at", Words.instant(effect.createdAtMs()))
                .put("due_at", Words.instant(effect.dueAtMs()))
                .put("ended_at", Words.instant(effect.endedAtMs()))
                .put("outcome", effect.outcome().orElse(null))
                .put("answer_status", effect.answerStatus().orElse(null));
    }

    static ObjectNode effect(EffectDetail detail) {
        var body = new String(detail.request().body(), StandardCharsets.UTF_8);
        return effect(detail.summary())
                .put("idempotency_key", detail.idempotencyKey())
                .put("method", detail.request().method())
                .put("url", detail.request().url())
                .put("body", body.length() <= BODY_CHARS_MAX ? body : body.substring(0, BODY_CHARS_MAX))
                .put("answer", detail.answer().orElse(null));
    }

    private static JsonNode tree(String json) {
        try {
            return JsonMapper.shared().readTree(json);
        } catch (JacksonException cut) {
            // Long words were cut when they were kept.
            return JsonMapper.shared().getNodeFactory().stringNode(json);
        }
    }
}

package dev.longstop.verification.suite;

import dev.longstop.effect.EffectPolicy;
import dev.longstop.effect.EffectSeed;
import dev.longstop.effect.FrozenRequest;
import dev.longstop.event.Headers;
import dev.longstop.event.IdempotencyKey;
import dev.longstop.job.Channel;
import dev.longstop.job.EffectPlan;
import dev.longstop.job.Epoch;
import dev.longstop.job.Job;
import dev.longstop.job.JobKey;
import dev.longstop.job.JobState;
import dev.longstop.job.Observation;
import dev.longstop.job.Seen;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Observations to merge, and effects that follow from them. */
final class Sightings {

    static final String PLATFORM = "claude";

    /** One effect named {@code comment} of every outcome. */
    static final EffectPlan COMMENT = job -> List.of(effect(job, "comment", EffectPolicy.AT_LEAST_ONCE));

    private Sightings() {}

    static Observation push(String job, JobState state) {
        return of(job, Channel.PUSH, Optional.empty(), Seen.of(state));
    }

    static Observation pull(String job, JobState state) {
        return of(job, Channel.PULL, Optional.empty(), Seen.of(state));
    }

    static Observation pull(String job, long attempt, JobState state) {
        return of(
                job,
                Channel.PULL,
                Optional.of(new Epoch(Long.toString(attempt), Optional.of(attempt))),
                Seen.of(state));
    }

    static Observation of(String job, Channel channel, Optional<Epoch> epoch, Seen seen) {
        return new Observation(
                JobKey.of(PLATFORM, job),
                channel,
                Long.MAX_VALUE / 2,
                epoch,
                Optional.of(seen),
                Optional.empty(),
                Observation.Stranger.TRACKED);
    }

    static EffectSeed effect(Job job, String name, EffectPolicy policy) {
        var turn = job.generation() + ".1";
        var key = IdempotencyKey.ofEffect("installation", PLATFORM, job.key().jobId(), turn, name);
        return effect(name, 1, policy, key);
    }

    static EffectSeed effect(String name, int round, EffectPolicy policy, String key) {
        var body = "{\"text\":\"done\"}".getBytes(StandardCharsets.UTF_8);
        var headers = Headers.of("content-type", "application/json");
        var request = new FrozenRequest("POST", "https://example.org/comments", headers, body);
        return new EffectSeed(name, round, policy, key, request, "http", "{}");
    }
}

package dev.longstop.verification.simulation;

import dev.longstop.effect.EffectPolicy;
import dev.longstop.effect.EffectSeed;
import dev.longstop.effect.FrozenRequest;
import dev.longstop.event.Headers;
import dev.longstop.event.IdempotencyKey;
import dev.longstop.job.EffectPlan;
import dev.longstop.job.Job;
import dev.longstop.job.JobState;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Which effects follow from a job's outcome here. Every life of a node writes other bytes, as after a change of the
 * configuration: what was born must not change with it (I8).
 */
final class JobEffects implements EffectPlan {

    /** After success and failure; may happen twice. */
    static final String ANNOUNCE = "announce";

    /** After success; at most once. */
    static final String CHARGE = "charge";

    private final String installation;
    private final String life;

    JobEffects(String installation, String life) {
        this.installation = installation;
        this.life = life;
    }

    /** The names of the effects that a state of a job calls for. */
    static List<String> names(String state) {
        return switch (state) {
            case "succeeded" -> List.of(ANNOUNCE, CHARGE);
            case "failed" -> List.of(ANNOUNCE);
            default -> List.of();
        };
    }

    @Override
    public List<EffectSeed> effects(Job job) {
        return names(job.state().word()).stream().map(name -> seed(job, name)).toList();
    }

    private EffectSeed seed(Job job, String name) {
        var body =
                life + " says that " + job.key() + " " + (job.state() == JobState.SUCCEEDED ? "went well" : "did not");
        return new EffectSeed(
                name,
                1,
                name.equals(CHARGE) ? EffectPolicy.AT_MOST_ONCE : EffectPolicy.AT_LEAST_ONCE,
                IdempotencyKey.ofEffect(
                        installation, job.key().platform(), job.key().jobId(), job.generation() + ":1", name),
                new FrozenRequest(
                        "POST",
                        "https://target.example/" + name,
                        Headers.none(),
                        body.getBytes(StandardCharsets.UTF_8)),
                "http",
                "{}");
    }
}

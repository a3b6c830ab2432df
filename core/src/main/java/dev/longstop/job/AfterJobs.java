package dev.longstop.job;

import dev.longstop.effect.EffectForm;
import dev.longstop.effect.EffectSeed;
import dev.longstop.effect.Occasion;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The effects of jobs: those of the agent that started it, and those of its platform, each name once. */
public final class AfterJobs implements EffectPlan {

    /** The member of what is needed to ask for a job that holds the event which its launch is owed to. */
    public static final String EVENT = "$event";

    private final String installation;
    private final Map<String, List<EffectForm>> ofAgents;
    private final Map<String, List<EffectForm>> ofPlatforms;
    private final Map<String, Integer> relaunches;

    /**
     * What follows after jobs.
     *
     * @param installation the installation's id, a part of every key
     * @param ofAgents by agent, the effects that follow
     * @param ofPlatforms by platform, the effects that follow
     * @param relaunches by agent, how often a job that failed is launched again
     */
    public AfterJobs(
            String installation,
            Map<String, List<EffectForm>> ofAgents,
            Map<String, List<EffectForm>> ofPlatforms,
            Map<String, Integer> relaunches) {
        this.installation = installation;
        this.relaunches = Map.copyOf(relaunches);
        this.ofAgents = Map.copyOf(ofAgents);
        this.ofPlatforms = Map.copyOf(ofPlatforms);
    }

    @Override
    public int relaunches(String agent) {
        return relaunches.getOrDefault(agent, 0);
    }

    @Override
    public List<EffectSeed> effects(Job job) {
        var forms = new LinkedHashSet<EffectForm>();
        job.agent().ifPresent(agent -> forms.addAll(ofAgents.getOrDefault(agent, List.of())));
        forms.addAll(ofPlatforms.getOrDefault(job.key().platform(), List.of()));
        if (forms.isEmpty()) {
            return List.of();
        }
        var occasion = occasion(job);
        var seeds = new ArrayList<EffectSeed>();
        forms.forEach(form -> form.seed(occasion).ifPresent(seeds::add));
        return List.copyOf(seeds);
    }

    /** The event that a launch was owed to stands with what is needed to ask. */
    private static Optional<JsonNode> event(String askWith) {
        try {
            return Optional.of(JsonMapper.shared().readTree(askWith).path(EVENT))
                    .filter(JsonNode::isObject);
        } catch (JacksonException damaged) {
            throw new IllegalStateException("what is needed to ask for a job is a JSON object", damaged);
        }
    }

    private Occasion occasion(Job job) {
        var facts = JsonMapper.shared().createObjectNode();
        var flags = facts.putObject("job")
                .put("id", job.key().jobId())
                .put("platform", job.key().platform())
                .put("generation", job.generation())
                .put("state", job.state().word())
                .putArray("flags");
        job.standing().flags().stream().sorted().forEach(flags::add);
        event(job.custody().askWith()).ifPresent(event -> facts.set("event", event));
        facts.set("result", Occasion.result(job.standing().result()));
        return new Occasion(
                installation,
                job.key().platform(),
                job.key().jobId(),
                Integer.toString(job.generation()),
                job.state().word(),
                facts);
    }
}

package dev.longstop.reconcile;

import dev.longstop.agent.JobHandover;
import dev.longstop.effect.Occasion;
import dev.longstop.job.AfterJobs;
import dev.longstop.job.JobKey;
import dev.longstop.job.Jobs;
import dev.longstop.job.Launches;
import dev.longstop.job.Observation;
import dev.longstop.loop.Wake;
import dev.longstop.queue.Claimed;
import dev.longstop.store.Committed;
import dev.longstop.store.StoreFailure;
import dev.longstop.time.Time;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Follows the jobs that agents started themselves: like those that we launch, with the effects of the agent. */
public final class HandedJobs implements JobHandover {

    private final Parts parts;
    private final Map<String, Wake> askers;

    /** What jobs are followed with. */
    public record Parts(Jobs jobs, Launches launches, JobReports reports, Time time) {}

    /**
     * Follows jobs.
     *
     * @param askers by platform, whom to wake when there is a job to ask for
     */
    public HandedJobs(Parts parts, Map<String, ? extends Wake> askers) {
        this.parts = parts;
        this.askers = Map.copyOf(askers);
    }

    @Override
    public Taken take(Claimed run, Handed handed) {
        var asker = askers.get(handed.platform());
        if (asker == null) {
            return new Refused(
                    "its job is on \"" + handed.platform() + "\", which is no platform of the configuration");
        }
        if (handed.jobId().isBlank()) {
            return new Refused("its job has no id: a job is {\"platform\": ..., \"job_id\": ...}");
        }
        var job = JobKey.of(handed.platform(), handed.jobId());
        try {
            var observed = Committed.wait(parts.jobs().observe(launched(job, run, handed)));
            parts.reports().merged(job, observed);
            Committed.wait(parts.launches().handedOver(observed.jobRow(), run.runId()));
            asker.up();
            return new Followed(observed.jobRow());
        } catch (StoreFailure failure) {
            return new Failed("the store failed: " + failure.code().name());
        }
    }

    private Observation launched(JobKey job, Claimed run, Handed handed) {
        var askWith = JsonMapper.shared().createObjectNode();
        handed.with()
                .forEach((name, value) -> askWith.set(name, JsonMapper.shared().valueToTree(value)));
        askWith.set(AfterJobs.EVENT, Occasion.event(run.event()));
        return Observation.launched(job, parts.time().nowMs(), run.agent(), askWith.toString());
    }
}

package dev.longstop.admin;

import dev.longstop.job.JobCounts;
import dev.longstop.queue.Runs;
import dev.longstop.store.StoreFailure;
import dev.longstop.telemetry.LogKeys;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.Time;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The metrics as Prometheus reads them. What is a state and no count is looked up when somebody asks.
 *
 * @param platforms the configured platforms
 * @param jobs how many of their jobs are not over
 * @param walBytes the size of the store's write-ahead log; 0 where it has none
 */
public record Scrape(
        PrometheusMeterRegistry registry,
        Metrics metrics,
        Runs runs,
        Set<String> platforms,
        Supplier<List<JobCounts>> jobs,
        LongSupplier walBytes,
        Time time) {

    private static final Logger LOG = LoggerFactory.getLogger(Scrape.class);
    private static final String MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /** All metrics; those of the store as last known where it does not answer. Blocks on the store. */
    Reply read() {
        try {
            var counts = runs.counts();
            long oldestDueMs = counts.oldestDueAtMs()
                    .map(since -> Math.max(0, time.nowMs() - since))
                    .orElse(0L);
            metrics.backlog(counts.due(), counts.held(), oldestDueMs);
            measureJobs();
        } catch (StoreFailure failure) {
            LOG.atWarn().addKeyValue(LogKeys.CODE, failure.code()).log("the queue could not be measured");
        }
        metrics.walBytes(walBytes.getAsLong());
        return Reply.text(MEDIA_TYPE, registry.scrape(MEDIA_TYPE));
    }

    private void measureJobs() {
        var counts = jobs.get();
        platforms.forEach(platform -> metrics.jobsOpen(platform, 0, 0));
        counts.forEach(count -> metrics.jobsOpen(count.platform(), count.unfinished(), count.stuck()));
        metrics.asksOverdue(counts.stream().mapToLong(JobCounts::overdue).sum());
    }
}

package dev.longstop.admin;

import dev.longstop.queue.Runs;
import dev.longstop.store.StoreFailure;
import dev.longstop.telemetry.LogKeys;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.Time;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The metrics as Prometheus reads them. What is a state and no count is looked up when somebody asks.
 *
 * @param walBytes the size of the store's write-ahead log; 0 where it has none
 */
public record Scrape(PrometheusMeterRegistry registry, Metrics metrics, Runs runs, LongSupplier walBytes, Time time) {

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
        } catch (StoreFailure failure) {
            LOG.atWarn().addKeyValue(LogKeys.CODE, failure.code()).log("the queue could not be measured");
        }
        metrics.walBytes(walBytes.getAsLong());
        return Reply.text(MEDIA_TYPE, registry.scrape(MEDIA_TYPE));
    }
}

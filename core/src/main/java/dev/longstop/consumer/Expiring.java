package dev.longstop.consumer;

import dev.longstop.loop.Wake;
import dev.longstop.queue.Reclaimed;
import dev.longstop.queue.Runs;
import dev.longstop.telemetry.LogKeys;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.Time;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends runs whose agents said that they would call back, and did not in time: again and again, by any node. */
final class Expiring {

    private static final Logger LOG = LoggerFactory.getLogger(Expiring.class);

    private final Runs runs;
    private final Time time;
    private final Metrics metrics;
    private final StoreTrouble trouble;
    private final long everyNanos;
    private @Nullable Reply<List<Reclaimed>> answer;
    private long askedNanos;

    Expiring(RunConsumer.Parts parts, ConsumerSettings settings, StoreTrouble trouble) {
        this.runs = parts.runs();
        this.time = parts.time();
        this.metrics = parts.metrics();
        this.trouble = trouble;
        everyNanos = TimeUnit.MILLISECONDS.toNanos(settings.pollMs());
        askedNanos = time.nanos();
    }

    /** Asks, if it is time to. */
    void ask(Wake wake) {
        long now = time.nanos();
        if (answer == null && now - askedNanos >= everyNanos) {
            askedNanos = now;
            answer = new Reply<>(runs.expire(), wake);
        }
    }

    /** Takes the answer, if it came; gives how many runs ended, whose lanes are free now. */
    int take() {
        var asked = answer;
        if (asked == null || !asked.came()) {
            return 0;
        }
        answer = null;
        var failure = asked.failure();
        if (failure.isPresent()) {
            trouble.failed("expire", failure.get());
            return 0;
        }
        trouble.worked();
        for (var run : asked.value()) {
            metrics.runOver(run.agent(), run.state().word());
            LOG.atWarn()
                    .addKeyValue(LogKeys.RUN, run.runId())
                    .addKeyValue(LogKeys.AGENT, run.agent())
                    .addKeyValue(LogKeys.OUTCOME, run.state().word())
                    .log("A run waited for a word that did not come in time");
        }
        return asked.value().size();
    }
}

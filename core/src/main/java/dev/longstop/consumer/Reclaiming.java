package dev.longstop.consumer;

import dev.longstop.agent.Agent;
import dev.longstop.loop.Wake;
import dev.longstop.queue.Interrupted;
import dev.longstop.queue.Reclaimed;
import dev.longstop.queue.RunState;
import dev.longstop.queue.Runs;
import dev.longstop.telemetry.LogKeys;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.Time;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes runs back whose leases lapsed, again and again (W8, H17): another process died, or this one forgot.
 *
 * <p>After the store has failed, or this process stood still, it waits until leases could be renewed: those who were
 * kept from renewing are not dead.
 */
final class Reclaiming {

    /** How much longer than others' leases its own are left alone: whatever it still knows of, it renews. */
    private static final int OWN_GRACE_LEASES = 10;

    private static final Logger LOG = LoggerFactory.getLogger(Reclaiming.class);

    private final Runs runs;
    private final ConsumerSettings settings;
    private final Time time;
    private final Attempts attempts;
    private final StoreTrouble trouble;
    private final Metrics metrics;
    private final RunAlarms alarms;
    private final Set<String> holding;
    private @Nullable Reply<List<Reclaimed>> answer;
    private long askedNanos;

    Reclaiming(RunConsumer.Parts parts, ConsumerSettings settings, Attempts attempts, StoreTrouble trouble) {
        this.runs = parts.runs();
        this.time = parts.time();
        this.metrics = parts.metrics();
        this.alarms = new RunAlarms(parts.alarms());
        this.holding = parts.agents().stream()
                .filter(agent -> agent.interrupted() == Interrupted.HOLD)
                .map(Agent::name)
                .collect(Collectors.toUnmodifiableSet());
        this.settings = settings;
        this.attempts = attempts;
        this.trouble = trouble;
        askedNanos = time.nanos();
    }

    /** Asks, if it is time to. */
    void ask(Wake wake) {
        long now = time.nanos();
        if (answer != null
                || now - askedNanos < TimeUnit.MILLISECONDS.toNanos(settings.leaseMs() / 3)
                || trouble.within(settings.leaseMs())
                || attempts.all().stream().anyMatch(attempt -> unrenewed(attempt, now))) {
            return;
        }
        askedNanos = now;
        answer = new Reply<>(runs.reclaim(settings.owner(), OWN_GRACE_LEASES * settings.leaseMs(), holding), wake);
    }

    private boolean unrenewed(Attempt attempt, long now) {
        return !attempt.lost() && attempt.sinceRenewalMs(now) >= settings.leaseMs();
    }

    /** Takes the answer, if it came; gives how many runs are due again. */
    int take() {
        var asked = answer;
        if (asked == null || !asked.came()) {
            return 0;
        }
        answer = null;
        var failure = asked.failure();
        if (failure.isPresent()) {
            trouble.failed("reclaim", failure.get());
            return 0;
        }
        trouble.worked();
        var reclaimed = asked.value();
        for (var run : reclaimed) {
            if (run.state().over()) {
                metrics.runOver(run.agent(), run.state().word());
            }
            alarms.came(run.agent(), run.runId(), run.state().word());
            LOG.atWarn()
                    .addKeyValue(LogKeys.RUN, run.runId())
                    .addKeyValue(LogKeys.AGENT, run.agent())
                    .addKeyValue(LogKeys.LAPSES, run.lapses())
                    .addKeyValue(LogKeys.OUTCOME, run.state().word())
                    .log("A lease lapsed and its run was taken back");
        }
        return (int) reclaimed.stream()
                .filter(run -> run.state() == RunState.PENDING)
                .count();
    }
}

package dev.longstop.consumer;

import dev.longstop.loop.Wake;
import dev.longstop.queue.Ending;
import dev.longstop.queue.Runs;
import dev.longstop.telemetry.LogKeys;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Reports how attempts ended, each once, and again while the store fails: what was done is not done again because it
 * could not be written down (A18, B15).
 *
 * <p><i>Threads</i>: {@link #hand} by any; {@link #turn} by the consumer's.
 */
final class Settling {

    private static final Logger LOG = LoggerFactory.getLogger(Settling.class);

    private final Runs runs;
    private final Attempts attempts;
    private final ConsumerSettings settings;
    private final Time time;
    private final Metrics metrics;
    private final RunAlarms alarms;
    private final StoreTrouble trouble;
    private final ConcurrentLinkedQueue<Attempt> handed = new ConcurrentLinkedQueue<>();
    private final List<Report> open = new ArrayList<>();

    Settling(RunConsumer.Parts parts, ConsumerSettings settings, Attempts attempts, StoreTrouble trouble) {
        this.runs = parts.runs();
        this.time = parts.time();
        this.metrics = parts.metrics();
        this.alarms = new RunAlarms(parts.alarms());
        this.settings = settings;
        this.attempts = attempts;
        this.trouble = trouble;
    }

    /** An ended attempt on its way into the store. */
    private static final class Report {
        private final Attempt attempt;
        private final Ending ending;
        private @Nullable Reply<Boolean> answer;
        private int failures;
        private long dueNanos;

        Report(Attempt attempt, Ending ending, long dueNanos) {
            this.attempt = attempt;
            this.ending = ending;
            this.dueNanos = dueNanos;
        }
    }

    /** Takes an attempt that has ended. */
    void hand(Attempt attempt) {
        handed.add(attempt);
    }

    /** How many reports are not in the store yet. */
    int open() {
        return open.size() + handed.size();
    }

    /**
     * Hands in what is due, together, and takes what was answered; gives how many attempts were brought to their end.
     */
    int turn(Wake wake) {
        for (var next = handed.poll(); next != null; next = handed.poll()) {
            var attempt = next;
            attempt.ending().ifPresent(ending -> open.add(new Report(attempt, ending, time.nanos())));
        }
        int before = open.size();
        open.removeIf(this::over);
        for (var report : open) {
            if (report.answer == null && time.nanos() - report.dueNanos >= 0) {
                report.answer = new Reply<>(runs.settle(report.attempt.settlement(report.ending)), wake);
            }
        }
        // A store that answers at once has answered by now.
        open.removeIf(this::over);
        return before - open.size();
    }

    private boolean over(Report report) {
        var attempt = report.attempt;
        if (report.answer == null && attempt.lost()) {
            refused(report);
            return gone(attempt);
        }
        if (report.answer == null || !report.answer.came()) {
            return false;
        }
        var failure = report.answer.failure();
        if (failure.isPresent()) {
            return failed(report, failure.get());
        }
        trouble.worked();
        if (report.answer.value()) {
            settled(report);
        } else {
            refused(report);
        }
        return gone(attempt);
    }

    private boolean gone(Attempt attempt) {
        attempts.remove(attempt);
        return true;
    }

    private boolean failed(Report report, Throwable failure) {
        trouble.failed("settle", failure);
        report.answer = null;
        report.dueNanos = time.nanos() + trouble.pauseNanos(report.failures++);
        if (report.attempt.sinceEndMs(time.nanos()) < settings.settleGiveUpMs()) {
            return false;
        }
        line(LOG.atWarn(), report).log("The report of an attempt was given up; its run will be tried again");
        return gone(report.attempt);
    }

    private void settled(Report report) {
        var attempt = report.attempt;
        metrics.runEnded(attempt.agent().name(), word(report), attempt.tookNanos());
        alarms.came(attempt.agent().name(), attempt.claimed().runId(), word(report));
        line(LOG.atInfo(), report)
                .addKeyValue(LogKeys.OUTCOME, word(report))
                .addKeyValue(LogKeys.MS, TimeUnit.NANOSECONDS.toMillis(attempt.tookNanos()))
                .log("An attempt ended");
    }

    private void refused(Report report) {
        if (report.ending instanceof Ending.Released) {
            line(LOG.atDebug(), report).log("An attempt whose lease was lost has ended");
            return;
        }
        if (report.ending instanceof Ending.Waiting) {
            line(LOG.atDebug(), report).log("An attempt's callback, or a person, was quicker than its answer");
            return;
        }
        metrics.settleFenced();
        line(LOG.atInfo(), report)
                .addKeyValue(LogKeys.OUTCOME, "fenced")
                .log("An attempt ended after its lease was lost; its result was refused");
    }

    private static String word(Report report) {
        var ending = report.ending;
        if (ending instanceof Ending.Done) {
            return "done";
        }
        if (ending instanceof Ending.Released) {
            return "released";
        }
        if (ending instanceof Ending.Waiting) {
            return "waiting";
        }
        if (ending instanceof Ending.Uncertain) {
            return "uncertain";
        }
        if (ending instanceof Ending.Interrupted) {
            return "held";
        }
        boolean last = report.attempt.claimed().attempts() + 1
                >= report.attempt.agent().retry().attemptsMax();
        return ending instanceof Ending.Dead || last ? "dead" : "retry";
    }

    private static LoggingEventBuilder line(LoggingEventBuilder line, Report report) {
        return Lines.about(line, report.attempt.claimed());
    }
}

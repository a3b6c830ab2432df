package dev.longstop.reconcile;

import dev.longstop.job.Alert;
import dev.longstop.job.JobKey;
import dev.longstop.job.Observed;
import dev.longstop.job.Told;
import dev.longstop.telemetry.Alarm;
import dev.longstop.telemetry.Alarms;
import dev.longstop.telemetry.LogKeys;
import dev.longstop.telemetry.Metrics;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what became of jobs: one line per outcome, a warning where a person should look, and the counts. */
public final class JobReports {

    private static final Logger LOG = LoggerFactory.getLogger(JobReports.class);

    private final Metrics metrics;
    private final Alarms alarms;
    private final PushSilence silence;

    /**
     * Reports that are counted, and told where a person should look.
     *
     * @param silence hears what platforms send
     */
    public JobReports(Metrics metrics, Alarms alarms, PushSilence silence) {
        this.silence = silence;
        this.metrics = metrics;
        this.alarms = alarms;
    }

    /** For how long platforms were silent. */
    PushSilence silence() {
        return silence;
    }

    /** An observation was merged. */
    public void merged(JobKey job, Observed observed) {
        observed.transition().ifPresent(move -> {
            metrics.transition(job.platform(), move.to().word(), move.channel().word());
            if (move.outcome()) {
                observed.sinceFinishMs().ifPresent(ms -> metrics.completionLag(job.platform(), ms));
                LOG.atInfo()
                        .addKeyValue(LogKeys.JOB, job)
                        .addKeyValue(LogKeys.OUTCOME, move.to().word())
                        .addKeyValue(LogKeys.CHANNEL, move.channel().word())
                        .log("A job came to its outcome");
            }
        });
        observed.alerts().forEach(alert -> alert(job, alert, observed.jobRow()));
    }

    private void alert(JobKey job, Alert alert, long row) {
        switch (alert) {
            case CONTRADICTION -> metrics.contradiction(job.platform());
            case SLA_BREACHED -> metrics.slaBreach(job.platform());
            case UNMAPPED_STATUS, REOPENED, LOST -> {
                // Told below, and counted by nobody.
            }
        }
        LOG.atWarn()
                .addKeyValue(LogKeys.JOB, job)
                .addKeyValue(LogKeys.WHY, sentence(alert))
                .log("A job needs a look");
        tell(alert.name().toLowerCase(Locale.ROOT), job, sentence(alert), row);
    }

    private void tell(String kind, JobKey job, String sentence, long row) {
        alarms.tell(new Alarm(kind, job.toString(), sentence, "longstop jobs show " + row));
    }

    /** An outcome was first learned by a poll, though a push was due. */
    void rescued(Told job) {
        metrics.rescue(job.key().platform());
        silence.rescued(job.key().platform());
        LOG.atWarn()
                .addKeyValue(LogKeys.JOB, job.key())
                .addKeyValue(LogKeys.OUTCOME, job.state().word())
                .log("A poll found an outcome that no webhook announced");
        // One message a platform: when webhooks stop, each of its jobs is a rescue.
        alarms.tell(new Alarm(
                "rescue",
                job.key().platform(),
                "a poll found the outcome of " + job.key() + ", which no webhook announced",
                "longstop jobs show " + job.jobRow()));
    }

    /** A job was to end, and its platform will not end it: it goes on. */
    void notCancelled(JobKey job, String why, long row) {
        LOG.atWarn()
                .addKeyValue(LogKeys.JOB, job)
                .addKeyValue(LogKeys.WHY, why)
                .log("A job was to be cancelled, and its platform does not take it; it is followed on");
        tell("not_cancelled", job, "it was to be cancelled, and goes on: " + why, row);
    }

    /** A job is not over though its service level says so. */
    void breached(Told job) {
        metrics.slaBreach(job.key().platform());
        LOG.atWarn()
                .addKeyValue(LogKeys.JOB, job.key())
                .addKeyValue(LogKeys.WHY, sentence(Alert.SLA_BREACHED))
                .log("A job needs a look");
        tell("sla_breached", job.key(), sentence(Alert.SLA_BREACHED), job.jobRow());
    }

    /** A job is not over after a long time. */
    void stuck(Told job, long nowMs) {
        LOG.atWarn()
                .addKeyValue(LogKeys.JOB, job.key())
                .addKeyValue(LogKeys.MS, nowMs - job.startedAtMs())
                .addKeyValue(LogKeys.WHY, "it is " + job.state().word() + " for longer than such jobs take")
                .log("A job is stuck; it is asked for as before");
        tell(
                "stuck",
                job.key(),
                "it is " + job.state().word() + " for " + (nowMs - job.startedAtMs()) / 60_000
                        + " minutes, longer than such jobs take; it is asked for as before",
                job.jobRow());
    }

    private static String sentence(Alert alert) {
        return switch (alert) {
            case UNMAPPED_STATUS -> "its platform used a word that the data do not list; it is taken as running";
            case CONTRADICTION -> "another outcome came after the outcome; the first stays";
            case REOPENED -> "its platform works on it again, and nobody opened a generation for that";
            case LOST -> "its platform does not know it any more";
            case SLA_BREACHED -> "its outcome was not known within its service level";
        };
    }
}

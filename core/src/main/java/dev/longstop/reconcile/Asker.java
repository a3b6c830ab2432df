package dev.longstop.reconcile;

import dev.longstop.http.HttpCaller;
import dev.longstop.job.AskedJob;
import dev.longstop.job.Asks;
import dev.longstop.job.Channel;
import dev.longstop.job.JobState;
import dev.longstop.job.Jobs;
import dev.longstop.job.Observation;
import dev.longstop.job.Observation.Stranger;
import dev.longstop.job.Ownership;
import dev.longstop.job.Seen;
import dev.longstop.loop.Step;
import dev.longstop.loop.Wake;
import dev.longstop.loop.Workers;
import dev.longstop.platform.Platform;
import dev.longstop.store.Committed;
import dev.longstop.store.StoreFailure;
import dev.longstop.telemetry.LogKeys;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.Randomness;
import dev.longstop.time.Time;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks one platform for its unfinished jobs, each when its turn comes, and merges what it says. One for each platform,
 * with workers of its own: a platform that hangs slows no other.
 *
 * <p><i>Threads</i>: {@link #turn} by one at a time. <i>Promises</i>: I12; R7, R12, R13, R15, R16. <i>Source</i>:
 * design section 3, "Reconcile plan".
 */
public final class Asker implements Step, Wake {

    /** For how long a job that is being asked for is nobody else's: longer than two reads may take. */
    private static final long HOLD_MS = 90_000;

    private static final Logger LOG = LoggerFactory.getLogger(Asker.class);

    private final Account account;
    private final Parts parts;
    private final Workers workers;
    private final CallBudget budget;
    private final Asking asking;
    private volatile Wake wake = Wake.none();
    private boolean begun;

    /**
     * What askers share.
     *
     * @param jobs merges what is seen
     * @param asks says whose turn it is
     * @param http calls platforms
     * @param reports says what became of jobs
     * @param metrics counts asks
     */
    public record Parts(
            Jobs jobs,
            Asks asks,
            HttpCaller http,
            JobReports reports,
            Metrics metrics,
            Time time,
            Randomness randomness) {}

    /** An asker that has not been turned yet. */
    public Asker(Account account, Parts parts, Workers workers) {
        this.account = account;
        this.parts = parts;
        this.workers = workers;
        budget = new CallBudget(
                account.platform().callsPerMinuteMax().orElse(CallBudget.CALLS_PER_MINUTE), parts.time());
        asking = new Asking(parts.http(), budget, parts.time());
    }

    @Override
    public String name() {
        return "ask-" + account.name();
    }

    @Override
    public void turnedBy(Wake given) {
        wake = given;
    }

    @Override
    public void up() {
        wake.up();
    }

    @Override
    public int turn() {
        try {
            if (!begun) {
                // Nobody knows what was missed while nobody looked (H10).
                Committed.wait(parts.asks().all(account.name()));
                begun = true;
            }
            int room = Math.min(workers.free(), budget.available());
            return room < 1 ? 0 : begin(room);
        } catch (StoreFailure failure) {
            troubled(failure);
            return 0;
        }
    }

    private int begin(int room) {
        var due = Committed.wait(parts.asks().take(account.name(), room, HOLD_MS));
        int started = 0;
        for (var job : due) {
            // Without a place it waits until it is nobody's any more; there was one a moment ago.
            started += workers.start("ask " + job.key(), () -> work(job)) ? 1 : 0;
        }
        return started;
    }

    /** On a worker's thread. */
    private void work(AskedJob job) {
        try {
            ask(job);
        } catch (StoreFailure failure) {
            // What was seen is seen again when nobody holds the job any more.
            troubled(failure);
        } finally {
            wake.up();
        }
    }

    private void ask(AskedJob job) {
        long begunMs = parts.time().nowMs();
        var outcome = asking.ask(account, account.variables(job.key().jobId(), job.askWith()));
        parts.metrics().polled(account.name(), outcome.word());
        var hint = Optional.<Long>empty();
        var notBefore = Optional.<Long>empty();
        boolean over = false;
        if (outcome instanceof Asking.Told told) {
            over = merge(job, told, begunMs);
            hint = told.reading().pollAfterMs();
        } else if (outcome instanceof Asking.Unknown) {
            over = missing(job, begunMs);
        } else if (outcome instanceof Asking.Nothing nothing) {
            line(job, nothing);
            notBefore = nothing.notBeforeMs();
        }
        if (!over) {
            plan(job, hint, notBefore);
        }
    }

    private void plan(AskedJob job, Optional<Long> hint, Optional<Long> notBefore) {
        var sinceNudge = job.nudgedAtMs().map(atMs -> parts.time().nowMs() - atMs);
        var asked = new Pace.Asked(job.asks(), sinceNudge, hint, notBefore);
        long delayMs = Pace.nextMs(account.platform().cadence(), asked, parts.randomness());
        Committed.wait(parts.asks().plan(job, delayMs));
    }

    /** Merges what was said; gives whether nothing more is to be asked. */
    private boolean merge(AskedJob job, Asking.Told told, long begunMs) {
        var reading = told.reading();
        return observe(
                job,
                new Observation(
                        job.key(),
                        Channel.PULL,
                        begunMs,
                        Observations.epoch(reading),
                        Optional.of(Observations.seen(reading)),
                        Optional.empty(),
                        stranger(job, told)));
    }

    /** Whose it is, once its platform was asked: an orphan that carries our key is ours, any other is not. */
    private Stranger stranger(AskedJob job, Asking.Told told) {
        if (job.ownership() != Ownership.ORPHAN) {
            return new Stranger(job.ownership(), job.askWith());
        }
        boolean ours = told.reading().key().filter(account::planted).isPresent();
        return Stranger.claiming(ours ? Ownership.PLANTED : Ownership.FOREIGN, json(told.askWith()), Optional.empty());
    }

    /** The platform does not know the job: that may mean nothing yet (R13). */
    private boolean missing(AskedJob job, long begunMs) {
        long ageMs = parts.time().nowMs() - job.startedAtMs();
        Platform platform = account.platform();
        if (!Absence.lost(job.seen(), ageMs, platform.graceMs())) {
            return false;
        }
        return observe(
                job,
                new Observation(
                        job.key(),
                        Channel.PULL,
                        begunMs,
                        Optional.empty(),
                        Optional.of(Seen.of(JobState.LOST)),
                        Optional.empty(),
                        new Stranger(job.ownership(), job.askWith())));
    }

    private boolean observe(AskedJob job, Observation observation) {
        var observed = Committed.wait(parts.jobs().observe(observation));
        parts.reports().merged(job.key(), observed);
        return observed.state().outcome();
    }

    private void line(AskedJob job, Asking.Nothing nothing) {
        var line = nothing.word().equals("failed") || nothing.word().equals("throttled") ? LOG.atDebug() : LOG.atWarn();
        line.addKeyValue(LogKeys.JOB, job.key())
                .addKeyValue(LogKeys.WHY, nothing.why())
                .log("A job could not be asked for; it is tried again");
    }

    private void troubled(StoreFailure failure) {
        LOG.atWarn()
                .addKeyValue(LogKeys.CODE, failure.code())
                .addKeyValue(LogKeys.STEP, name())
                .log("The store does not do what is asked; jobs are asked for later");
    }

    private static String json(Map<String, String> values) {
        return JsonMapper.shared().writeValueAsString(values);
    }
}

package dev.longstop.reconcile;

import dev.longstop.http.HttpCaller;
import dev.longstop.job.AskedJob;
import dev.longstop.job.Asks;
import dev.longstop.job.Channel;
import dev.longstop.job.JobState;
import dev.longstop.job.Jobs;
import dev.longstop.job.Launches;
import dev.longstop.job.Observation;
import dev.longstop.job.Observation.Stranger;
import dev.longstop.job.Ownership;
import dev.longstop.job.Seen;
import dev.longstop.loop.Step;
import dev.longstop.loop.Wake;
import dev.longstop.loop.Workers;
import dev.longstop.platform.Platform;
import dev.longstop.platform.Reading;
import dev.longstop.store.Committed;
import dev.longstop.store.StoreFailure;
import dev.longstop.telemetry.LogKeys;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.Randomness;
import dev.longstop.time.Time;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
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

    /** For how long a job that is being asked for is nobody else's: longer than two reads and a cancel may take. */
    private static final long HOLD_MS = 120_000;

    /** The same where a list is read first, and the jobs that it leaves open wait for their places. */
    private static final long SWEEP_HOLD_MS = 270_000;

    private static final int SWEEP_MAX = 1_000;

    /** Where a list is read, those jobs are asked for too whose turn comes in this part of the longest interval. */
    private static final int AHEAD_PART = 10;

    private static final Logger LOG = LoggerFactory.getLogger(Asker.class);

    private final Account account;
    private final Parts parts;
    private final Workers workers;
    private final CallBudget budget;
    private final Asking asking;
    private final Canceller canceller;
    private final Sweep sweep;

    /** Jobs that were taken and are to be asked for by themselves. */
    private final Deque<AskedJob> alone = new ConcurrentLinkedDeque<>();

    private volatile boolean sweeping;
    private volatile Wake wake = Wake.none();
    private boolean begun;

    /**
     * What askers share.
     *
     * @param jobs merges what is seen
     * @param asks says whose turn it is
     * @param launches keeps what platforms were asked for
     * @param http calls platforms
     * @param budgets bounds how often
     * @param reports says what became of jobs
     * @param metrics counts asks
     */
    public record Parts(
            Jobs jobs,
            Asks asks,
            Launches launches,
            HttpCaller http,
            CallBudgets budgets,
            JobReports reports,
            Metrics metrics,
            Time time,
            Randomness randomness) {}

    /** An asker that has not been turned yet. */
    public Asker(Account account, Parts parts, Workers workers) {
        this.account = account;
        this.parts = parts;
        this.workers = workers;
        budget = parts.budgets().asks(account);
        asking = new Asking(parts.http(), budget, parts.time());
        canceller = new Canceller(account, parts.http(), parts.budgets());
        sweep = new Sweep(account, new Pages(parts.http(), budget, parts.time()), parts.time());
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
            return sweeping ? askAlone() : askAlone() + take();
        } catch (StoreFailure failure) {
            troubled(failure);
            return 0;
        }
    }

    private int room() {
        return Math.min(workers.free(), budget.available());
    }

    /** Takes jobs whose turn it is, once those that were taken before have their places. */
    private int take() {
        int room = room();
        if (room < 1 || !alone.isEmpty()) {
            return 0;
        }
        boolean lists = account.platform().lists().isPresent();
        long aheadMs = lists ? account.platform().cadence().longestMs() / AHEAD_PART : 0;
        var due = Committed.wait(
                parts.asks().take(account.name(), lists ? SWEEP_MAX : room, lists ? SWEEP_HOLD_MS : HOLD_MS, aheadMs));
        if (lists && due.size() >= Sweep.FROM) {
            sweeping = true;
            if (workers.start("sweep " + account.name(), () -> sweep(due))) {
                return 1;
            }
            sweeping = false;
        }
        alone.addAll(due);
        return askAlone();
    }

    private int askAlone() {
        int started = 0;
        for (int room = room(); room > 0 && !alone.isEmpty(); room--) {
            var job = alone.poll();
            // Somebody else may have it soon; it is taken again.
            boolean ours = job != null && job.heldUntilMs() - parts.time().nowMs() > HOLD_MS / 2;
            if (ours && workers.start("ask " + job.key(), () -> work(job))) {
                started++;
            }
        }
        return started;
    }

    /** On a worker's thread. */
    private void sweep(List<AskedJob> jobs) {
        try {
            var swept = sweep.of(jobs);
            swept.working().forEach((job, reading) -> {
                parts.metrics().polled(account.name(), "listed");
                observe(job, seen(job, reading, whose(job), swept.begunMs()));
                plan(job, new Answer(reading.pollAfterMs(), Optional.empty(), Optional.of(swept.begunMs())));
            });
            swept.unchanged().forEach(job -> {
                parts.metrics().polled(account.name(), "unchanged");
                plan(job, new Answer(Optional.empty(), Optional.empty(), Optional.of(swept.begunMs())));
            });
            alone.addAll(swept.alone());
        } catch (StoreFailure failure) {
            troubled(failure);
        } finally {
            sweeping = false;
            wake.up();
        }
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

    /** What came of asking, as far as it says when to ask again. */
    private record Answer(Optional<Long> hintMs, Optional<Long> notBeforeMs, Optional<Long> answeredAtMs) {}

    private void ask(AskedJob job) {
        if (job.endWanted()) {
            cancel(job);
        }
        long begunMs = parts.time().nowMs();
        var outcome = asking.ask(account, account.variables(job.key().jobId(), job.askWith()));
        parts.metrics().polled(account.name(), outcome.word());
        var answer = new Answer(Optional.empty(), Optional.empty(), Optional.of(begunMs));
        boolean over = false;
        if (outcome instanceof Asking.Told told) {
            over = observe(job, seen(job, told.reading(), stranger(job, told), begunMs));
            answer = new Answer(told.reading().pollAfterMs(), Optional.empty(), Optional.of(begunMs));
        } else if (outcome instanceof Asking.Unknown) {
            over = missing(job, begunMs);
        } else if (outcome instanceof Asking.Nothing nothing) {
            line(job, nothing);
            answer = new Answer(Optional.empty(), nothing.notBeforeMs(), Optional.empty());
        }
        if (!over) {
            plan(job, answer);
        }
    }

    /** Asks for the job's end, until the platform takes that or never will; what becomes of it is asked next. */
    private void cancel(AskedJob job) {
        var refusal = canceller.cancel(job.key(), job.askWith());
        if (refusal.filter(Canceller.Refusal::forNow).isPresent()) {
            return;
        }
        refusal.ifPresent(why -> parts.reports().notCancelled(job.key(), why.why(), job.jobRow()));
        Committed.wait(parts.launches().cancelSent(job.jobRow()));
    }

    private void plan(AskedJob job, Answer answer) {
        var sinceNudge = job.nudgedAtMs().map(atMs -> parts.time().nowMs() - atMs);
        var asked = new Pace.Asked(job.asks(), sinceNudge, answer.hintMs, answer.notBeforeMs);
        long delayMs = Pace.nextMs(account.platform().cadence(), asked, parts.randomness());
        Committed.wait(parts.asks().plan(job, delayMs, answer.answeredAtMs));
    }

    private static Observation seen(AskedJob job, Reading reading, Stranger whose, long begunMs) {
        return new Observation(
                job.key(),
                Channel.PULL,
                begunMs,
                Observations.epoch(reading),
                Optional.of(Observations.seen(reading)),
                Optional.empty(),
                whose);
    }

    private static Stranger whose(AskedJob job) {
        return new Stranger(job.ownership(), job.askWith());
    }

    /** Whose it is, once its platform was asked: an orphan that carries our key is ours, any other is not. */
    private Stranger stranger(AskedJob job, Asking.Told told) {
        if (job.ownership() != Ownership.ORPHAN) {
            return whose(job);
        }
        boolean ours = told.reading().key().filter(account::planted).isPresent();
        return Stranger.claiming(ours ? Ownership.PLANTED : Ownership.FOREIGN, json(told.askWith()), Optional.empty());
    }

    /** The platform does not know the job: that may mean nothing yet (R13). Gives whether nothing more is to come. */
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
                        whose(job)));
    }

    /** Merges what was seen; gives whether nothing more is to be asked. */
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

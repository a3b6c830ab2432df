package dev.longstop.reconcile;

import dev.longstop.agent.Agent;
import dev.longstop.agent.Assignment;
import dev.longstop.event.Event;
import dev.longstop.inbox.Feed;
import dev.longstop.job.Channel;
import dev.longstop.job.JobKey;
import dev.longstop.job.Jobs;
import dev.longstop.job.Observation;
import dev.longstop.job.Observation.Stranger;
import dev.longstop.job.Observed;
import dev.longstop.job.Ownership;
import dev.longstop.job.Verdict;
import dev.longstop.loop.Wake;
import dev.longstop.platform.Reader;
import dev.longstop.queue.Ending;
import dev.longstop.queue.RetrySettings;
import dev.longstop.store.Committed;
import dev.longstop.store.StoreFailure;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.json.JsonMapper;

/**
 * Consumes the completion events of one platform: each becomes an observation and is merged. The other end of the one
 * road; its runs go ahead of agents' work.
 *
 * <p>An event that announces a success without what was made, on a platform that tells it when it is asked, first says
 * "look now": what follows the job may speak of its result. If no look has found it over in a while, the event decides.
 *
 * <p><i>Promises</i>: I10, R5: what is said of a job that nobody knows is kept with a record of its own.
 */
public final class FeedAgent implements Agent {

    private static final int CONCURRENCY = 8;
    private static final long TIMEOUT_MS = 60_000;

    /** A store that is away is the only thing that can be in the way: tried for hours, never given up soon. */
    private static final RetrySettings RETRY = new RetrySettings(100, 1_000, 300_000);

    /** So often an event that lacks the result only has the platform asked, and is looked at again after a while. */
    private static final int LOOKS_MAX = 4;

    private static final long LOOK_AGAIN_MS = 2_000;

    private final Account account;
    private final Jobs jobs;
    private final JobReports reports;
    private final Wake asker;

    /**
     * A consumer of a platform's events.
     *
     * @param asker to be woken when a look is asked for
     */
    public FeedAgent(Account account, Jobs jobs, JobReports reports, Wake asker) {
        this.account = account;
        this.jobs = jobs;
        this.reports = reports;
        this.asker = asker;
    }

    @Override
    public String name() {
        return Feed.agent(account.name());
    }

    @Override
    public int concurrency() {
        return CONCURRENCY;
    }

    @Override
    public long timeoutMs() {
        return TIMEOUT_MS;
    }

    @Override
    public RetrySettings retry() {
        return RETRY;
    }

    @Override
    public Ending run(Assignment assignment) {
        reports.silence().heard(account.name());
        var pushed = account.reader().pushed(assignment.payload());
        if (!(pushed instanceof Reader.About about)) {
            return done(((Reader.Nothing) pushed).why());
        }
        var event = assignment.claimed().event();
        var key = JobKey.of(account.name(), about.jobId());
        try {
            int answers = assignment.claimed().attempts();
            if (answers < LOOKS_MAX && account.reader().tellsMore(about) && !over(key, about, event)) {
                return new Ending.Retry(report("its result is asked for"), Optional.of(LOOK_AGAIN_MS));
            }
            var observed = Committed.wait(jobs.observe(observation(key, about, event.receivedAtMs(), event.seq())));
            reports.merged(key, observed);
            if (observed.verdict() == Verdict.NUDGE) {
                asker.up();
            }
            return done(key + " " + word(observed));
        } catch (StoreFailure failure) {
            return new Ending.Retry(report("the store failed: " + failure.code().name()), Optional.empty());
        }
    }

    /** Has the job asked for, and says whether it is over already. */
    private boolean over(JobKey key, Reader.About about, Event event) {
        var observed =
                Committed.wait(jobs.observe(observation(key, about.asNudge(), event.receivedAtMs(), event.seq())));
        reports.merged(key, observed);
        asker.up();
        return observed.state().outcome();
    }

    private Observation observation(JobKey key, Reader.About about, long receivedAtMs, long eventSeq) {
        var ownership = account.plants() ? Ownership.ORPHAN : Ownership.TRACKED;
        var askWith = JsonMapper.shared().writeValueAsString(about.askWith());
        return new Observation(
                key,
                Channel.PUSH,
                receivedAtMs,
                about.reading().flatMap(Observations::epoch),
                about.reading().map(Observations::seen),
                Optional.of(eventSeq),
                new Stranger(ownership, askWith));
    }

    private static String word(Observed observed) {
        return observed.verdict().word() + ", " + observed.state().word();
    }

    private static Ending done(String outcome) {
        return new Ending.Done(report(outcome));
    }

    private static Ending.Report report(String outcome) {
        return new Ending.Report(outcome, OptionalInt.empty(), "", false);
    }
}

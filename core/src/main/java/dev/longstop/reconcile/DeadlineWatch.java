package dev.longstop.reconcile;

import dev.longstop.job.Deadlines;
import dev.longstop.job.OverdueRuns;
import dev.longstop.loop.Step;
import dev.longstop.store.Committed;
import dev.longstop.store.StoreFailure;
import dev.longstop.telemetry.LogKeys;
import dev.longstop.time.Time;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks what became true of jobs because time went by, and says so: rescues, missed service levels, stuck jobs. */
public final class DeadlineWatch implements Step {

    private static final Logger LOG = LoggerFactory.getLogger(DeadlineWatch.class);

    private final Deadlines deadlines;
    private final OverdueRuns overdue;
    private final List<Account> accounts;
    private final JobReports reports;
    private final OpenJobs openJobs;
    private final Time time;

    /**
     * A watch that has not looked yet.
     *
     * @param accounts the platforms
     */
    public DeadlineWatch(Parts parts, List<Account> accounts, JobReports reports, Time time) {
        this.deadlines = parts.deadlines;
        this.overdue = parts.overdue;
        this.openJobs = parts.openJobs;
        this.accounts = List.copyOf(accounts);
        this.reports = reports;
        this.time = time;
    }

    /** What a watch looks at. */
    public record Parts(Deadlines deadlines, OverdueRuns overdue, OpenJobs openJobs) {}

    @Override
    public String name() {
        return "deadlines";
    }

    @Override
    public int turn() {
        try {
            long nowMs = time.nowMs();
            openJobs.read();
            reports.silence().measure();
            int late = Committed.wait(overdue.end());
            var rescues = Committed.wait(deadlines.rescues(nowMs));
            rescues.forEach(reports::rescued);
            var breaches = Committed.wait(deadlines.breaches(nowMs));
            breaches.forEach(reports::breached);
            int stuck = 0;
            for (var account : accounts) {
                long beforeMs = nowMs - account.platform().cadence().stuckMs();
                var jobs = Committed.wait(deadlines.stuck(account.name(), beforeMs));
                jobs.forEach(job -> reports.stuck(job, nowMs));
                stuck += jobs.size();
            }
            return late + rescues.size() + breaches.size() + stuck;
        } catch (StoreFailure failure) {
            LOG.atWarn()
                    .addKeyValue(LogKeys.CODE, failure.code())
                    .addKeyValue(LogKeys.STEP, name())
                    .log("The store does not do what is asked; deadlines are looked at later");
            return 0;
        }
    }
}

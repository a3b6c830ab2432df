package dev.longstop.reconcile;

import dev.longstop.http.HttpCaller;
import dev.longstop.http.HttpCaller.Answered;
import dev.longstop.http.HttpCaller.Failed;
import dev.longstop.http.HttpCaller.Request;
import dev.longstop.job.JobKey;
import dev.longstop.platform.Call;
import java.util.Optional;

/**
 * Asks a platform to end a job. That it was asked decides nothing: whatever outcome the platform then says is the
 * outcome (question of a race, which the platform alone can answer).
 *
 * <p><i>Threads</i>: safe; blocks. Never throws for what a platform does.
 */
public final class Canceller {

    private static final long DEADLINE_MS = 30_000;
    private static final int ANSWER_BYTES_MAX = 64 * 1024;

    private final Account account;
    private final HttpCaller http;

    /** A canceller of one platform's jobs. */
    public Canceller(Account account, HttpCaller http) {
        this.account = account;
        this.http = http;
    }

    /**
     * Asks.
     *
     * @return why the platform did not take it; empty if it did
     */
    public Optional<String> cancel(JobKey job, String askWith) {
        var call = account.platform().cancelling(account.variables(job.jobId(), askWith));
        if (call.isEmpty()) {
            return Optional.of("this platform's data do not say how a job is cancelled");
        }
        if (!(call.get() instanceof Call.Ready ready)) {
            return Optional.of(call.get() instanceof Call.Unfit unfit ? unfit.why() : "the call could not be made");
        }
        var answer = http.call(new Request(
                ready.method(), ready.uri(), ready.headers(), ready.body(), DEADLINE_MS, ANSWER_BYTES_MAX, false));
        if (answer instanceof Failed failed) {
            return Optional.of(failed.why());
        }
        int status = ((Answered) answer).status();
        return status / 100 == 2 ? Optional.empty() : Optional.of("the platform answered " + status);
    }
}

package dev.longstop.reconcile;

import dev.longstop.http.HttpCaller;
import dev.longstop.http.HttpCaller.Answered;
import dev.longstop.http.HttpCaller.Failed;
import dev.longstop.http.HttpCaller.Request;
import dev.longstop.job.JobKey;
import dev.longstop.platform.Call;
import java.util.Optional;
import java.util.Set;

/**
 * Asks a platform to end a job. That it was asked decides nothing: whatever outcome the platform then says is the
 * outcome (question of a race, which the platform alone can answer).
 *
 * <p><i>Threads</i>: safe; blocks. Never throws for what a platform does.
 */
public final class Canceller {

    private static final long DEADLINE_MS = 30_000;
    private static final int ANSWER_BYTES_MAX = 64 * 1024;

    private static final Set<Integer> FOR_NOW = Set.of(408, 425, 429);

    private final Account account;
    private final HttpCaller http;
    private final CallBudget budget;

    /** A canceller of one platform's jobs. */
    public Canceller(Account account, HttpCaller http, CallBudgets budgets) {
        this.account = account;
        this.http = http;
        this.budget = budgets.asks(account);
    }

    /**
     * That a platform did not take it.
     *
     * @param why a sentence for people
     * @param forNow whether it may take it later
     */
    public record Refusal(String why, boolean forNow) {}

    /**
     * Asks.
     *
     * @return why the platform did not take it; empty if it did
     */
    public Optional<Refusal> cancel(JobKey job, String askWith) {
        var call = account.platform().cancelling(account.variables(job.jobId(), askWith));
        if (call.isEmpty()) {
            return refusal("this platform's data do not say how a job is cancelled", false);
        }
        if (!(call.get() instanceof Call.Ready ready)) {
            return refusal(call.get() instanceof Call.Unfit unfit ? unfit.why() : "the call could not be made", false);
        }
        budget.spend();
        var answer = http.call(new Request(
                ready.method(), ready.uri(), ready.headers(), ready.body(), DEADLINE_MS, ANSWER_BYTES_MAX, false));
        if (answer instanceof Failed failed) {
            return refusal(failed.why(), true);
        }
        int status = ((Answered) answer).status();
        boolean taken = status / 100 == 2;
        return taken
                ? Optional.empty()
                : refusal("the platform answered " + status, status >= 500 || FOR_NOW.contains(status));
    }

    private static Optional<Refusal> refusal(String why, boolean forNow) {
        return Optional.of(new Refusal(why, forNow));
    }
}

package dev.longstop.reconcile;

import dev.longstop.time.Time;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The budgets of calls, one for each login: what platforms allow holds for everything that is asked under it, whatever
 * the configuration calls it.
 *
 * <p><i>Threads</i>: safe.
 */
public final class CallBudgets {

    private final Time time;
    private final Map<String, CallBudget> asks = new ConcurrentHashMap<>();
    private final Map<String, CallBudget> launches = new ConcurrentHashMap<>();

    /** Budgets of which nothing is spent. */
    public CallBudgets(Time time) {
        this.time = time;
    }

    /** The budget of all calls but launches. */
    CallBudget asks(Account account) {
        int most = account.platform().callsPerMinuteMax().orElse(CallBudget.CALLS_PER_MINUTE);
        return asks.computeIfAbsent(account.login(), login -> new CallBudget(most, time));
    }

    /** The budget of launches. */
    CallBudget launches(Account account) {
        int most = account.platform().launchesPerMinuteMax().orElse(CallBudget.CALLS_PER_MINUTE);
        return launches.computeIfAbsent(account.login(), login -> new CallBudget(most, time));
    }
}

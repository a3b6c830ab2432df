package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.inbox.Inbox;
import dev.longstop.queue.Callback;
import dev.longstop.queue.Called;
import dev.longstop.queue.ClaimRequest;
import dev.longstop.queue.Claimed;
import dev.longstop.queue.Ending;
import dev.longstop.queue.Reclaimed;
import dev.longstop.queue.RetrySettings;
import dev.longstop.queue.RunState;
import dev.longstop.queue.Runs;
import dev.longstop.queue.Settlement;
import dev.longstop.queue.Slots;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an agent says of a run from outside, on every store: the first word counts, and only with its token. */
public interface CallbackContract {

    /** Two attempts, a minute between them. */
    RetrySettings TWICE = new RetrySettings(2, 60_000, 60_000);

    /** The database of a test. */
    Stores stores();

    /** One run that is due. */
    @BeforeEach
    default void oneRunIsDue() {
        Answers.of(new Inbox(stores().one()).accept(Letters.one("e1", "1")));
    }

    /** 202: the run waits, its lease is gone, its lane is not free, and the callback decides. */
    @Test
    default void aWaitingRunIsSettledByItsCallback() {
        var claimed = claimExpecting("token");
        assertThat(settle(claimed, waiting(60_000))).isTrue();
        assertThat(rows().count("run where state = 'waiting' and lease_until is null and wait_until is not null"))
                .isEqualTo(1);
        assertThat(Answers.of(runs().renew(claimed.lease(), 1_000))).isEmpty();

        assertThat(call(claimed, "token", done("fine")))
                .isEqualTo(new Called.Taken(claimed.runId(), "triage", "github/e1", RunState.DONE));

        assertThat(rows().count("run where state = 'done' and attempts = 1 and result = 'fine'"
                        + " and wait_until is null and ended_at is not null"))
                .isEqualTo(1);
        assertThat(call(claimed, "token", done("again"))).isInstanceOf(Called.Late.class);
        assertThat(rows().texts("select result from run order by id")).containsExactly("fine");
    }

    /** A wrong token, another run's, one of a run that there is not: all the same answer, and nothing is written. */
    @Test
    default void aWrongTokenWritesNothing() {
        var claimed = claimExpecting("token");
        settle(claimed, waiting(60_000));
        assertThat(call(claimed, "another", done(""))).isInstanceOf(Called.Unknown.class);
        var nobody = new Callback(claimed.runId() + 1, "token", done(""));
        assertThat(Answers.of(runs().call(nobody, agent -> TWICE))).isInstanceOf(Called.Unknown.class);
        assertThat(rows().count("run where state = 'waiting'")).isEqualTo(1);
        assertThat(rows().texts("select callback_hash from run order by id"))
                .as("the token itself is not kept")
                .allMatch(hash -> hash.matches("[0-9a-f]{64}"));
    }

    /** An agent may be quicker than its own answer: the attempt then finds its lease gone. */
    @Test
    default void aCallbackBeforeTheAnswerCounts() {
        var claimed = claimExpecting("token");
        assertThat(call(claimed, "token", done("quick"))).isInstanceOf(Called.Taken.class);
        assertThat(settle(claimed, waiting(60_000))).isFalse();
        assertThat(rows().count("run where state = 'done' and attempts = 1 and result = 'quick'"
                        + " and lease_owner is null"))
                .isEqualTo(1);
    }

    /** The answer got lost, and the work was done all the same: the callback saves the next attempt. */
    @Test
    default void aCallbackBetweenAttemptsCounts() {
        var claimed = claimExpecting("token");
        settle(claimed, retry());
        assertThat(call(claimed, "token", done("after all"))).isInstanceOf(Called.Taken.class);
        assertThat(rows().count("run where state = 'done' and attempts = 1 and due_at is null"))
                .isEqualTo(1);
    }

    /** W1 from outside: once another attempt has begun, the word of the one before is refused. */
    @Test
    default void aCallbackOfAnOlderAttemptIsRefused() {
        var first = claimExpecting("first");
        settle(first, retry());
        rows().age(60_000);
        var second = claimExpecting("second");
        assertThat(call(second, "first", done("late"))).isInstanceOf(Called.Unknown.class);
        assertThat(Answers.of(runs().expect(first.lease(), "stolen")))
                .as("a lost lease gives no token")
                .isFalse();
        assertThat(call(second, "second", done("fine"))).isInstanceOf(Called.Taken.class);
    }

    /** A callback may ask for another attempt: as often as the agent's settings say, then the run is dead. */
    @Test
    default void aCallbackMayAskForAnotherAttempt() {
        var first = claimExpecting("first");
        settle(first, waiting(60_000));
        assertThat(((Called.Taken) call(first, "first", retry())).state()).isEqualTo(RunState.PENDING);
        assertThat(rows().count("run where state = 'pending' and attempts = 1")).isEqualTo(1);
        rows().age(60_000);
        var second = claimExpecting("second");
        assertThat(((Called.Taken) call(second, "second", retry())).state()).isEqualTo(RunState.DEAD);
        assertThat(rows().count("run where state = 'dead' and attempts = 2")).isEqualTo(1);
    }

    /** H16, no word in time: expired, and a person may have it done again. */
    @Test
    default void aRunThatWaitedTooLongExpires() {
        var claimed = claimExpecting("token");
        settle(claimed, waiting(60_000));
        assertThat(Answers.of(runs().expire())).isEmpty();
        rows().change("update run set wait_until = wait_until - 60000 where state = 'waiting'");
        assertThat(Answers.of(runs().expire()))
                .containsExactly(new Reclaimed(claimed.runId(), "triage", RunState.EXPIRED, 0));
        assertThat(rows().texts("select outcome from run where state = 'expired' order by id"))
                .containsExactly("no word came in time");
        assertThat(call(claimed, "token", done("late"))).isInstanceOf(Called.Late.class);
    }

    /** A job may decide instead of a callback. */
    @Test
    default void aRunMayWaitForAJob() {
        rows().change("insert into job (id, platform, job_id, generation, ownership, state, created_at, opened_at)"
                + " values (7, 'p', 'j', 1, 'tracked', 'running', 1, 1)");
        var claimed = claimExpecting("token");
        settle(claimed, new Ending.Waiting(report("launched"), 60_000, Optional.of(7L)));
        assertThat(rows().count("run where state = 'waiting' and job_row = 7")).isEqualTo(1);
    }

    private Claimed claimExpecting(String token) {
        var request = new ClaimRequest("p1", List.of(new Slots("triage", 1)), 30_000, 1);
        var claimed = Answers.of(runs().claim(request)).get(0);
        assertThat(Answers.of(runs().expect(claimed.lease(), token))).isTrue();
        return claimed;
    }

    private boolean settle(Claimed claimed, Ending ending) {
        return Answers.of(runs().settle(Settlement.of(claimed, ending, TWICE)));
    }

    private Called call(Claimed claimed, String token, Ending ending) {
        return Answers.of(runs().call(new Callback(claimed.runId(), token, ending), agent -> TWICE));
    }

    private Runs runs() {
        return new Runs(stores().one(), Chance.HIGHEST);
    }

    private Rows rows() {
        return new Rows(stores().one());
    }

    private static Ending waiting(long ms) {
        return new Ending.Waiting(report("HTTP 202"), ms, Optional.empty());
    }

    private static Ending done(String result) {
        return new Ending.Done(new Ending.Report("callback: succeeded", OptionalInt.empty(), result, false));
    }

    private static Ending retry() {
        return new Ending.Retry(report("later"), Optional.empty());
    }

    private static Ending.Report report(String outcome) {
        return new Ending.Report(outcome, OptionalInt.empty(), "", false);
    }
}

package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.alarm.StoredAlarms;
import dev.longstop.effect.AfterRuns;
import dev.longstop.effect.EffectEnding;
import dev.longstop.effect.EffectList;
import dev.longstop.effect.EffectOwner;
import dev.longstop.effect.EffectSettlement;
import dev.longstop.effect.EffectState;
import dev.longstop.effect.Effects;
import dev.longstop.inbox.EventState;
import dev.longstop.inbox.EventsRead;
import dev.longstop.inbox.Inbox;
import dev.longstop.inbox.Replay;
import dev.longstop.inbox.ReplayChoice;
import dev.longstop.job.Asks;
import dev.longstop.job.Deadlines;
import dev.longstop.job.EffectPlan;
import dev.longstop.job.JobCounts;
import dev.longstop.job.JobKey;
import dev.longstop.job.JobList;
import dev.longstop.job.JobState;
import dev.longstop.job.Jobs;
import dev.longstop.job.JobsOfRuns;
import dev.longstop.job.Launches;
import dev.longstop.job.MergeSettings;
import dev.longstop.job.OverdueRuns;
import dev.longstop.job.SlaWeek;
import dev.longstop.queue.Act;
import dev.longstop.queue.Aftermath;
import dev.longstop.queue.Busy;
import dev.longstop.queue.Callback;
import dev.longstop.queue.ClaimRequest;
import dev.longstop.queue.Claimed;
import dev.longstop.queue.Ending;
import dev.longstop.queue.Limit;
import dev.longstop.queue.Policies;
import dev.longstop.queue.Policy;
import dev.longstop.queue.ReplayItem;
import dev.longstop.queue.ReplayPlan;
import dev.longstop.queue.Replays;
import dev.longstop.queue.RetrySettings;
import dev.longstop.queue.RunList;
import dev.longstop.queue.RunMode;
import dev.longstop.queue.RunSeed;
import dev.longstop.queue.RunState;
import dev.longstop.queue.Runs;
import dev.longstop.queue.Settlement;
import dev.longstop.queue.Slots;
import dev.longstop.store.Dialect;
import dev.longstop.store.Store;
import dev.longstop.telemetry.Alarm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * How the statements are done: by index, never through a whole table, and a claim by an index that has its order. The
 * stages are put to work, every statement that they ran is remembered, and the database is asked for each one's plan.
 */
public interface PlanContract {

    /** SQLite's word for a step that reads all of a table. */
    Pattern SQLITE_SCAN =
            Pattern.compile("SCAN (run|r|inbox|i|delivery|d|job|j|effect|e|mismatch|m|observation|o)( .*)?");

    /** Indexes of rows on which something is still to happen: read as a whole, they cost what is open, not what was. */
    Pattern UNFINISHED_ONLY = Pattern.compile("run_(due_agent|leased|lane|lane_wait|waiting)|effect_(due|leased)|"
            + "job_(due|unfinished|rescue|sla|breached)");

    /** What an attempt left. */
    Ending.Report REPORT = new Ending.Report("later", OptionalInt.empty(), "", false);

    /** The database of a test. */
    Stores stores();

    /** No cost grows with history (L8, R16). */
    @Test
    default void noStatementReadsAWholeTable() {
        var recorded = new Recorded(stores().one());
        work(recorded);
        assertThat(recorded.statements()).hasSizeGreaterThan(50);
        var softly = new SoftAssertions();
        for (var statement : recorded.statements()) {
            softly.assertThat(wholeReads(plan(statement))).as(statement).isEmpty();
        }
        softly.assertAll();
    }

    /** A claim reads the due runs in the order of their index: no sort, so no more rows than it returns. */
    @Test
    default void aClaimReadsNoMoreThanItReturns() {
        var recorded = new Recorded(stores().one());
        work(recorded);
        var due = recorded.statements().stream()
                .filter(statement -> statement.startsWith("-- queue: the due runs of an agent"))
                .toList();
        assertThat(due).isNotEmpty();
        for (var statement : due) {
            assertThat(plan(statement))
                    .anyMatch(line -> line.contains("run_due_agent"))
                    .anyMatch(line -> line.contains("run_lane"))
                    .noneMatch(line -> line.contains("Sort") || line.contains("TEMP B-TREE"));
        }
    }

    /** L8: however many are due, a claim looks at those that it gives. */
    @Test
    default void aClaimFromALongQueueTouchesWhatItReturns() {
        claimFrom(50_000);
    }

    /** The same with a million. */
    @Test
    @Tag("long")
    @Timeout(600)
    default void aClaimFromAMillionTouchesWhatItReturns() {
        claimFrom(1_000_000);
    }

    private void claimFrom(int runs) {
        var store = stores().one();
        Answers.of(new Inbox(store).accept(Letters.one("e1", "1", RunSeed.of("nobody"))));
        var due = """
                insert into run (id, event_seq, agent, round, source, mode, state, created_at, due_at)
                select 1000000 + n, (select min(seq) from inbox), 'long', n, 'github', 'live', 'pending', 1, n
                """;
        var sqlite =
                "with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < " + runs + ") ";
        new Rows(store)
                .change(
                        store.dialect() == Dialect.SQLITE
                                ? sqlite + due + " from numbers"
                                : due + " from generate_series(1, " + runs + ") as numbers (n)");
        var recorded = new Recorded(store);
        var request = new ClaimRequest("p1", List.of(new Slots("long", 7)), 1_000, 10);
        assertThat(Answers.of(new Runs(recorded, Chance.HIGHEST).claim(request)))
                .hasSize(7);
        var claims = recorded.statements().stream()
                .filter(statement -> statement.startsWith("-- queue: the due runs of an agent"))
                .toList();
        assertThat(claims).hasSize(2);
        for (var claim : claims) {
            assertThat(plan(claim)).anyMatch(line -> line.contains("run_due_agent"));
            if (store.dialect() == Dialect.POSTGRESQL) {
                assertThat(touched(claim, "run_due_agent")).as(claim).isLessThanOrEqualTo(7);
            }
        }
    }

    /** R16: however many jobs are over or not due, asking looks at those that are due. */
    @Test
    default void askingFromALongHistoryTouchesWhatIsDue() {
        var store = stores().one();
        var jobs = new Jobs(store, Sightings.COMMENT, MergeSettings.DEFAULT);
        for (int i = 0; i < 5; i++) {
            Answers.of(jobs.observe(Sightings.pull("due" + i, JobState.RUNNING)));
        }
        var history = """
                insert into job (id, platform, job_id, generation, ownership, state, created_at, opened_at, ended_at,
                    next_ask_at)
                select 1000000 + n, 'claude', 'old' || n, 1, 'tracked',
                    case when n <= 200 then 'running' else 'failed' end,
                    1, 1, case when n > 200 then 2 end, case when n <= 200 then 9000000000000000 end
                """;
        var sqlite = "with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 50000) ";
        new Rows(store)
                .change(
                        store.dialect() == Dialect.SQLITE
                                ? sqlite + history + " from numbers"
                                : history + " from generate_series(1, 50000) as numbers (n)");
        var recorded = new Recorded(store);
        assertThat(Answers.of(new Asks(recorded).take(Sightings.PLATFORM, 7, 1_000)))
                .hasSize(5);
        var asks = recorded.statements().stream()
                .filter(statement -> statement.startsWith("-- job: whose turn it is"))
                .toList();
        assertThat(asks).hasSize(1);
        assertThat(plan(asks.get(0)))
                .anyMatch(line -> line.contains("job_due"))
                .noneMatch(line -> line.contains("Sort") || line.contains("TEMP B-TREE"));
        if (store.dialect() == Dialect.POSTGRESQL) {
            assertThat(touched(asks.get(0), "job_due")).isLessThanOrEqualTo(5);
        }
    }

    /** How many entries of an index PostgreSQL reads for a statement. */
    private double touched(String claim, String index) {
        var alone = claim.replaceFirst("(?s)for update.*", "");
        var told = stores().one()
                .read(tx -> tx.query("explain (analyze, costs off) " + alone, Map.of(), row -> row.getString(1)));
        assertThat(told).noneMatch(line -> line.contains("Rows Removed by Filter"));
        return told.stream()
                .filter(line -> line.contains(index))
                .map(line -> line.replaceFirst("^.*rows=([0-9.]+) loops.*$", "$1"))
                .mapToDouble(Double::parseDouble)
                .max()
                .orElseThrow();
    }

    /** The steps of a plan that read a whole table, or a whole index that is not confined to unfinished rows. */
    private static List<String> wholeReads(List<String> plan) {
        var whole = new ArrayList<String>();
        for (int i = 0; i < plan.size(); i++) {
            var line = plan.get(i);
            boolean confined = UNFINISHED_ONLY.matcher(line).find();
            boolean sqlite = SQLITE_SCAN.matcher(line).matches();
            boolean unbounded = line.contains("Index") && line.contains(" Scan ") && !condition(plan, i);
            if (line.contains("Seq Scan") || (!confined && (sqlite || unbounded))) {
                whole.add(line);
            }
        }
        return whole;
    }

    /** Whether PostgreSQL's index scan at a line has a condition on the index. */
    private static boolean condition(List<String> plan, int at) {
        return plan.stream()
                .skip(at + 1L)
                .takeWhile(line -> !line.contains("->"))
                .anyMatch(line -> line.contains("Index Cond"));
    }

    private List<String> plan(String statement) {
        Store store = stores().one();
        if (store.dialect() == Dialect.SQLITE) {
            return store.read(tx -> tx.query("explain query plan " + statement, Map.of(), row -> row.getString(4)));
        }
        return store.read(tx -> {
            // On tables of a few rows a whole read is cheaper; forbidden, it is left only where no index would do.
            tx.query("select set_config('enable_seqscan', 'off', true)", Map.of(), row -> row.getString(1));
            tx.query("select set_config('enable_bitmapscan', 'off', true)", Map.of(), row -> row.getString(1));
            return tx.query("explain " + statement, Map.of(), row -> row.getString(1));
        });
    }

    private static void work(Store store) {
        var inbox = new Inbox(store);
        for (int i = 0; i < 4; i++) {
            Answers.of(inbox.accept(Letters.watched("github", "e" + i, "" + i, inLane("L" + i))));
        }
        governed(store);
        Answers.of(inbox.accept(Letters.watched("github", "e1", "other", inLane("L"))));
        Answers.of(inbox.accept(Letters.merging("e9", "0")));
        Answers.of(inbox.accept(Letters.unnamed("1", 1_000, 1_000)));
        Answers.of(inbox.accept(Letters.unnamed("1", 9_000, 1_000)));
        var runs = new Runs(store, Chance.HIGHEST, new AfterRuns("here", Map.of("other", List.of()), Map.of()));
        var slots = List.of(new Slots("triage", 1));
        for (int i = 0; i < 3; i++) {
            var claimed = Answers.of(runs.claim(new ClaimRequest("p1", slots, 1_000, 10)));
            end(runs, claimed.get(0), i);
        }
        Answers.of(runs.reclaim("p1", 1_000));
        Answers.of(runs.voidOlderLeases("p2"));
        jobsAndEffects(store);
        var alarm = new Alarm("stuck", "j1", "it is", "longstop jobs");
        Answers.of(new StoredAlarms(store).note(alarm));
        Answers.of(new StoredAlarms(store).told(alarm));
        new StoredAlarms(store).waiting();
        runs.counts();
        Runs.PARKED.read(store, Set.of());
        Effects.PARKED.read(store, Set.of());
        JobCounts.PARKED.read(store, Set.of());
        read(store);
    }

    /** Lanes that skip and supersede, limits, pauses, and what people decide. */
    private static void governed(Store store) {
        for (var busy : Busy.values()) {
            var limits = List.of(new Limit(1, 86_400_000, Limit.Scope.AGENT));
            var aftermath = new JobsOfRuns(Aftermath.none(), Set.of(Sightings.PLATFORM));
            var governing = new Inbox(store, agent -> new Policy(busy, limits), aftermath);
            var seed = new RunSeed("governed", RunMode.LIVE, Optional.of("G"), Optional.empty(), false);
            Answers.of(governing.accept(Letters.watched("gitlab", busy.name(), busy.name(), seed)));
        }
        var runs = new Runs(store, Chance.HIGHEST);
        Answers.of(runs.pause(Optional.of("ask"), "me"));
        Answers.of(runs.resume(Optional.of("ask"), "me"));
        Answers.of(runs.hold("github", "nobody", "me"));
        Answers.of(runs.govern("governed"));
        Answers.of(runs.act(Act.RELEASE, 1, "me"));
        Answers.of(runs.act(Act.CANCEL, 1, "me"));
        Answers.of(runs.act(Act.REQUEUE, 1, "me"));
        Answers.of(runs.act(Act.HURRY, 1, "me"));
        replayed(store);
    }

    /** A range and single events, by way of their runs' state and without. */
    private static void replayed(Store store) {
        Answers.of(new Inbox(store).accept(Letters.ignored("gitlab", "unruled", 5_000)));
        var planner = new Replay(store, () -> ReplayContract.ruled("gitlab", "triage"), () -> Set.of("triage"));
        var policies = (Policies) agent -> new Policy(Busy.SUPERSEDE, List.of());
        var replays = new Replays(store, policies, Aftermath.none());
        planner.draw(ReplayChoice.everything().in(EventState.DEAD));
        planner.draw(ReplayChoice.everything().only(List.of(1L, 2L)));
        var draft = planner.draw(ReplayChoice.everything().between(4_000, 6_000));
        var fingerprint = Answers.of(replays.keep(draft.plan(), "me"));
        Answers.of(replays.carryOut(replays.find(fingerprint).orElseThrow(), "me"));
        var stood = new ReplayItem.Stood(1, 1, RunState.DEAD, 0, 1);
        var dead = new ReplayPlan(List.of(ReplayItem.goingOn(1, "triage", stood)));
        Answers.of(replays.carryOut(dead, "me"));
    }

    private static void end(Runs runs, Claimed claimed, int turn) {
        if (turn == 1) {
            Answers.of(runs.expect(claimed.lease(), "token"));
            var later = new Ending.Retry(REPORT, Optional.of(60_000L));
            Answers.of(runs.call(new Callback(claimed.runId(), "token", later), agent -> RetrySettings.DEFAULT));
            Answers.of(runs.expire());
        }
        if (turn == 2) {
            Answers.of(runs.settle(Settlement.of(claimed, new Ending.Done(REPORT), RetrySettings.DEFAULT)));
        }
        if (turn == 0) {
            Answers.of(runs.renew(claimed.lease(), 1_000));
            Answers.of(runs.mark(claimed.lease(), "pid 1"));
            Answers.of(runs.settle(Settlement.of(claimed, new Ending.Released("stop"), RetrySettings.DEFAULT)));
        }
    }

    private static void jobsAndEffects(Store store) {
        var jobs = new Jobs(store, Sightings.COMMENT, MergeSettings.DEFAULT);
        Answers.of(jobs.observe(Sightings.pull("j1", 1, JobState.RUNNING)));
        Answers.of(jobs.observe(Sightings.pull("j1", 2, JobState.RUNNING)));
        Answers.of(jobs.observe(Sightings.pull("j1", 2, JobState.SUCCEEDED)));
        var effects = new Effects(store, Chance.HIGHEST);
        var claimed = Answers.of(effects.claim(new ClaimRequest("p1", List.of(new Slots("comment", 1)), 1_000, 10)));
        var effect = claimed.get(0);
        Answers.of(effects.renew(effect.lease(), 1_000));
        Answers.of(effects.sending(effect.lease()));
        var released = new EffectEnding.Released("stop");
        Answers.of(effects.settle(new EffectSettlement(effect, released, RetrySettings.DEFAULT)));
        Answers.of(effects.claim(new ClaimRequest("p1", List.of(new Slots("comment", 1)), 1_000, 10)));
        Answers.of(effects.reclaim("p1", 1_000));
        Answers.of(effects.voidOlderLeases("p2"));
        Answers.of(effects.retry(effect.effect().id(), "p1"));
        Answers.of(effects.done(effect.effect().id(), "p1"));
        turns(store, jobs);
    }

    private static void turns(Store store, Jobs jobs) {
        Answers.of(jobs.observe(Sightings.pull("j2", JobState.RUNNING)));
        var asks = new Asks(store);
        for (var asked : Answers.of(asks.take(Sightings.PLATFORM, 10, 1_000))) {
            Answers.of(asks.plan(asked, 1_000));
        }
        Answers.of(asks.all(Sightings.PLATFORM));
        var deadlines = new Deadlines(store);
        Answers.of(deadlines.rescues(Long.MAX_VALUE));
        Answers.of(deadlines.breaches(Long.MAX_VALUE));
        Answers.of(deadlines.stuck(Sightings.PLATFORM, Long.MAX_VALUE));
        var launches = new Launches(store);
        for (var job : List.of("j1", "j9")) {
            var plan = new Launches.Plan(Sightings.PLATFORM, "key of " + job, "triage", "{}", 1);
            Answers.of(launches.intend(plan));
            Answers.of(launches.reached(plan, Launches.Stage.SENT));
            Answers.of(launches.handedOver(Answers.of(launches.known(plan, job)).jobRow(), 1));
        }
        Answers.of(launches.cancelSent(1));
        Answers.of(new OverdueRuns(store, EffectPlan.none()).end());
    }

    private static void read(Store store) {
        readJobs(store);
        var events = new EventsRead(store);
        var first = events.list(EventsRead.Filter.newest(2));
        events.show(first.before().orElseThrow());
        events.show("github", "e1");
        events.ofSecret("github", "main", first.before(), 10);
        for (var state : EventState.values()) {
            events.list(new EventsRead.Filter(
                    Optional.of("github"),
                    Optional.of("issues"),
                    Optional.of(state),
                    Optional.of("e"),
                    first.before(),
                    200));
        }
        events.list(new EventsRead.Filter(
                Optional.of("github"), Optional.of("issues"), Optional.empty(), Optional.of("e"), first.before(), 200));
        var runs = new RunList(store);
        var second = runs.list(RunList.Filter.newest(1));
        runs.show(second.before().orElseThrow());
        for (var state : RunState.values()) {
            runs.list(new RunList.Filter(Optional.of("triage"), Optional.of(state), second.before(), 200));
        }
    }

    private static void readJobs(Store store) {
        var jobs = new JobList(store);
        var list = jobs.list(new JobList.Filter(
                Optional.of(Sightings.PLATFORM), Optional.of(JobState.SUCCEEDED), Optional.empty(), 200));
        jobs.list(new JobList.Filter(Optional.empty(), Optional.empty(), list.before(), 1));
        jobs.show(JobKey.of(Sightings.PLATFORM, "j1"));
        JobCounts.read(store);
        SlaWeek.last(store);
        var effects = new EffectList(store);
        effects.list(new EffectList.Filter(Optional.of("comment"), Optional.of(EffectState.DONE), Optional.empty(), 9));
        effects.show(1);
        effects.of(new EffectOwner.OfRun(1));
        effects.of(new EffectOwner.OfJob(1));
    }

    private static RunSeed inLane(String lane) {
        return new RunSeed("triage", RunMode.LIVE, Optional.of(lane), Optional.empty(), false);
    }
}

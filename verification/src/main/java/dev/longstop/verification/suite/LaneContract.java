package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.inbox.Inbox;
import dev.longstop.queue.Act;
import dev.longstop.queue.ClaimRequest;
import dev.longstop.queue.Claimed;
import dev.longstop.queue.Ending;
import dev.longstop.queue.RetrySettings;
import dev.longstop.queue.RunMode;
import dev.longstop.queue.RunSeed;
import dev.longstop.queue.Runs;
import dev.longstop.queue.Settlement;
import dev.longstop.queue.Slots;
import dev.longstop.store.Store;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Work that stands behind other work of its lane: looked at once, then left alone until its turn comes; and its turn
 * always comes.
 */
public interface LaneContract {

    /** What an attempt left. */
    Ending.Report REPORT = new Ending.Report("over", OptionalInt.of(0), "", false);

    /** The database of a test. */
    Stores stores();

    /** A busy lane with a long queue costs a claim nothing, and keeps no other lane's work from it. */
    @Test
    default void aLongQueueBehindOneRunIsLookedAtOnce() {
        accept("L", 900);
        accept("M", 1);
        rows().change("update run set due_at = 9000 where lane = 'M'");
        assertThat(subjects(claim(stores().one(), 4))).as("the lane's first").containsExactly("L-0");
        assertThat(subjects(claim(stores().one(), 4))).as("behind 899 others").containsExactly("M-0");
        assertThat(rows().count("run where lane_wait = 1")).isEqualTo(899);
        var recorded = new Recorded(stores().one());
        assertThat(claim(recorded, 4)).isEmpty();
        assertThat(recorded.statements().stream().filter(sql -> sql.startsWith("-- queue: the due runs")))
                .as("a look at each kind of run that could be due")
                .hasSize(2);
        assertThat(recorded.statements()).noneMatch(sql -> sql.startsWith("-- queue: let runs wait"));
        assertThat(new Runs(stores().one(), Chance.HIGHEST).counts().due())
                .as("they are due all the same")
                .isEqualTo(899);
    }

    /** However a run leaves its lane, the next one's turn comes: the one that came first. */
    @Test
    default void howeverARunLeavesItsLaneTheNextOneGoesOn() {
        Map<String, Consumer<Claimed>> ways = new LinkedHashMap<>();
        ways.put("done", run -> settle(run, new Ending.Done(REPORT)));
        ways.put("dead", run -> settle(run, new Ending.Dead(REPORT)));
        ways.put("tried again later", run -> settle(run, new Ending.Retry(REPORT, Optional.of(3_600_000L))));
        ways.put("held", run -> settle(run, new Ending.Interrupted()));
        ways.put("cancelled", run -> act(Act.CANCEL, run.runId()));
        ways.put("waited too long", run -> {
            settle(run, new Ending.Waiting(REPORT, 0, Optional.empty()));
            Answers.of(runs().expire());
        });
        ways.put("lost", run -> {
            rows().age(3_600_000);
            Answers.of(runs().reclaim("p2", 0));
            rows().change("update run set due_at = due_at + 7200000 where id = " + run.runId());
        });
        ways.forEach((way, leave) -> {
            rows().empty();
            accept("L", 3);
            var first = claim(stores().one(), 4);
            assertThat(subjects(first)).as(way).containsExactly("L-0");
            assertThat(claim(stores().one(), 4)).as(way).isEmpty();
            leave.accept(first.get(0));
            assertThat(rows().count("run where lane_wait = 1")).as(way).isEqualTo(1);
            assertThat(subjects(claim(stores().one(), 4))).as(way).containsExactly("L-1");
        });
    }

    /** One whose turn has come and that is taken away before it begins hands its turn on. */
    @Test
    default void aTurnIsHandedOn() {
        accept("L", 4);
        var first = claim(stores().one(), 4).get(0);
        assertThat(claim(stores().one(), 4)).isEmpty();
        act(Act.CANCEL, run("L-2"));
        settle(first, new Ending.Done(REPORT));
        act(Act.CANCEL, run("L-1"));
        assertThat(subjects(claim(stores().one(), 4))).containsExactly("L-3");
        act(Act.REQUEUE, run("L-2"));
        assertThat(claim(stores().one(), 4))
                .as("requeued, and behind the one that runs")
                .isEmpty();
        act(Act.CANCEL, run("L-3"));
        assertThat(subjects(claim(stores().one(), 4))).containsExactly("L-2");
    }

    /** Two nodes that claim and settle as they like: a turn that comes is seen, whoever gives it and whoever waits. */
    @Test
    default void noTurnIsLostBetweenNodes() {
        for (int lane = 0; lane < 3; lane++) {
            accept("L" + lane, 40);
        }
        var one = CompletableFuture.runAsync(() -> work(stores().one()));
        var other = CompletableFuture.runAsync(() -> work(stores().other()));
        Answers.of(one);
        Answers.of(other);
        assertThat(rows().count("run where state <> 'done'")).isZero();
    }

    /** Claims and settles until nothing is to come or in progress. */
    private void work(Store store) {
        var runs = new Runs(store, Chance.HIGHEST);
        while (rows().count("run where state <> 'done'") > 0) {
            for (var claimed : claim(store, 2)) {
                Answers.of(runs.settle(Settlement.of(claimed, new Ending.Done(REPORT), RetrySettings.DEFAULT)));
            }
            assertThat(rows().count("(select lane from run where lane_wait = 1 and state = 'pending' except"
                            + " select lane from run where state in ('running', 'waiting')"
                            + " or (state = 'pending' and lane_wait = 0)) as stuck"))
                    .as("lanes in which all wait and nobody goes before them")
                    .isZero();
        }
    }

    private void accept(String lane, int runs) {
        var inbox = new Inbox(stores().one());
        var seed = new RunSeed("triage", RunMode.LIVE, Optional.of(lane), Optional.empty(), false);
        var answers = new ArrayList<CompletionStage<?>>();
        for (int i = 0; i < runs; i++) {
            answers.add(inbox.accept(Letters.one(lane + "-" + i, lane + i, seed)));
        }
        answers.forEach(Answers::of);
        // Accepted within a millisecond or not, by one writer or two: their order is this.
        rows().change("update run set due_at = (select 1000 + cast(substr(i.event_id, "
                + (lane.length() + 2) + ") as integer) from inbox as i where i.seq = run.event_seq) where lane = '"
                + lane + "'");
    }

    private long run(String event) {
        return rows().all(
                        "select r.id from run as r join inbox as i on i.seq = r.event_seq where i.event_id = '" + event
                                + "'",
                        row -> row.getLong(1))
                .get(0);
    }

    private static List<Claimed> claim(Store store, int free) {
        var request = new ClaimRequest("p1", List.of(new Slots("triage", free)), 30_000, 100);
        return Answers.of(new Runs(store, Chance.HIGHEST).claim(request));
    }

    private void settle(Claimed claimed, Ending ending) {
        assertThat(Answers.of(runs().settle(Settlement.of(claimed, ending, RetrySettings.DEFAULT))))
                .isTrue();
    }

    private void act(Act act, long run) {
        Answers.of(runs().act(act, run, "me"));
    }

    private Runs runs() {
        return new Runs(stores().one(), Chance.HIGHEST);
    }

    private Rows rows() {
        return new Rows(stores().one());
    }

    private static List<String> subjects(List<Claimed> claimed) {
        return claimed.stream().map(one -> one.event().id()).toList();
    }
}

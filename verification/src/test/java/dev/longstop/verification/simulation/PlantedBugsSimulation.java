package dev.longstop.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.store.Batch;
import dev.longstop.store.ForwardingStore;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import dev.longstop.verification.simulation.WrongSql.Edit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * The simulation finds what it is for: each planted bug breaks the invariant that it is about, within a hundred seeds.
 * These are single words of a statement, or faults of the order in which things happen; the classic mistakes are
 * planted in the sources: see {@code verification/bugs}.
 */
class PlantedBugsSimulation {

    private static final int SEEDS = 100;
    private static final Simulation SIMULATION = Simulation.in(Path.of("target", "native"));

    private static Result.Broken found(UnaryOperator<Store> bug) {
        var broken = Seeds.first(SEEDS).firstBroken(SIMULATION.planted(bug)::run);
        assertThat(broken).as("a bug that nobody found").isPresent();
        return broken.orElseThrow();
    }

    private static void foundBy(Invariant invariant, UnaryOperator<Store> bug) {
        var broken = found(bug);
        assertThat(broken.invariant()).as(broken.what()).isEqualTo(invariant);
    }

    private static void foundBy(Invariant invariant, String statement, String right, String wrong) {
        var hits = new AtomicLong();
        var edit = new Edit(statement, right, wrong);
        var broken = found(store -> new WrongSql(store, edit, hits));
        assertThat(hits).as("the plant is dead: no statement has these words").hasPositiveValue();
        assertThat(broken.invariant()).as(broken.what()).isEqualTo(invariant);
    }

    @Test
    void settlingWhatDoesNotRunIsFound() {
        foundBy(
                Invariant.I4,
                "queue: settle attempts",
                "and run.lease_token = v.token and run.state = 'running'",
                "and run.lease_token = v.token");
    }

    @Test
    void renewingWithoutFenceIsFound() {
        foundBy(Invariant.I4, "queue: renew leases", "and run.lease_token = v.token", "");
    }

    @Test
    void aTokenThatDoesNotRiseIsFound() {
        foundBy(Invariant.I4, "queue: claim runs", "lease_token + 1", "max(1, lease_token)");
    }

    /** D7: a lease that is taken back by a clock that runs ahead. */
    @Test
    void takingLeasesBackTooEarlyIsFound() {
        foundBy(Invariant.I4, "queue: lapsed leases", "lease_until <= :now_ms", "lease_until <= :now_ms + 9000");
    }

    @Test
    void attemptsThatAreNotCountedAreFound() {
        foundBy(Invariant.I5, "queue: settle attempts", "attempts + v.answers", "attempts");
    }

    /** U3: newer work that does not take the older's place. */
    @Test
    void newerWorkThatSupersedesNothingIsFound() {
        foundBy(
                Invariant.LANES,
                "queue: supersede runs",
                "and run.state in ('pending', 'held', 'running', 'waiting')",
                "and run.state = 'held'");
    }

    /** U2: a limit that forgets what it let through. */
    @Test
    void aLimitThatForgetsIsFound() {
        foundBy(Invariant.LIMITS, "queue: keep settings", "value = excluded.value", "value = setting.value");
    }

    /** A requeued run that has no attempts left is no requeued run. */
    @Test
    void aRequeueWithoutAttemptsIsFound() {
        foundBy(Invariant.I5, "queue: requeue a run", "attempts = 0", "attempts = attempts");
    }

    /** W3, W8: a node died, and nobody does its work. */
    @Test
    void leasesThatAreNeverTakenBackAreFound() {
        foundBy(Invariant.I11, "queue: lapsed leases", "where state = 'running'", "where state = 'none'");
    }

    /** S4: an inbox that writes over what came first. */
    @Test
    void contentThatIsOverwrittenIsFound() {
        foundBy(
                Invariant.I3,
                "inbox: take in what is new",
                "do nothing",
                "do update set item_hash = excluded.item_hash where inbox.ignored is not null");
    }

    /** B1: the mark that the event is known is there, and its work is not. */
    @Test
    void anEventWhoseRunsAreMissingIsFound() {
        foundBy(
                Invariant.I1,
                "queue: the runs of new events",
                "from <rows> as v",
                "from <rows> as v where v.agent <> 'review'");
    }

    /** No foreign key holds an event and its delivery together, nor a run and its event: these look instead. */
    @Test
    void anEventWithoutItsDeliveryIsFound() {
        foundBy(
                Invariant.I3,
                "inbox: keep deliveries as received",
                "from <rows> as v",
                "from <rows> as v where v.delivery_id % 7 <> 3");
    }

    @Test
    void aRunWithoutItsEventIsFound() {
        foundBy(
                Invariant.I3,
                "queue: the runs of new events",
                "select v.run_id, v.event_seq,",
                "select v.run_id, v.event_seq + 1000000,");
    }

    /** A27, S4: other content under a known key leaves no trace. */
    @Test
    void aMismatchThatIsNotRecordedIsFound() {
        foundBy(
                Invariant.I1,
                "inbox: keep the evidence of other content under a known key",
                "from <rows> as v",
                "from <rows> as v where false");
    }

    @Test
    void anAnswerThatWaitsForTheQueueIsFound() {
        foundBy(Invariant.I14, AnswersLate::new);
    }

    /** Lets deliveries be answered only when the queue commits something. */
    private static final class AnswersLate extends ForwardingStore {
        private final List<Runnable> late = new ArrayList<>();

        AnswersLate(Store below) {
            super(below);
        }

        @Override
        public <I, O> CompletionStage<O> submit(Batch<I, O> batch, I item) {
            var committed = below.submit(batch, item);
            if (batch.stream() != Batch.Stream.ACCEPT) {
                late.forEach(Runnable::run);
                late.clear();
                return committed;
            }
            var answer = new CompletableFuture<O>();
            late.add(() -> committed.whenComplete((outcome, failure) -> {
                if (failure == null) {
                    answer.complete(outcome);
                } else {
                    answer.completeExceptionally(failure);
                }
            }));
            return answer;
        }
    }

    /** A job that was asked for once is never asked for again: its end is not learned. */
    @Test
    void jobsThatAreForgottenAreFound() {
        foundBy(Invariant.I12, "job: plan the next asks", "next_ask_at = v.next_ask", "next_ask_at = null");
    }

    /** No outcome counts as a rescue. */
    @Test
    void rescuesThatAreNotCountedAreFound() {
        foundBy(Invariant.I13, "job: count rescues", "rescued_at = v.now_ms", "rescued_at = null");
    }

    /** W4: the index that holds a lane is gone, and nobody looks. */
    @Test
    void twoRunsOfOneLaneAreFound() {
        var hits = new AtomicLong();
        var due = new Edit("queue: the due runs of an agent", "holder.lane = r.lane", "holder.lane = 'none'");
        var claim = new Edit("queue: claim runs", "holder.lane = run.lane", "holder.lane = 'none'");
        foundBy(Invariant.I9, store -> new WrongSql(new WrongSql(new WithoutLanes(store), due, hits), claim, hits));
        assertThat(hits).hasPositiveValue();
    }

    private static final class WithoutLanes extends ForwardingStore {
        private static final Batch<String, Integer> DROP = new Batch<>() {
            @Override
            public String name() {
                return "drop";
            }

            @Override
            public List<Integer> apply(Tx tx, List<String> items) {
                return items.stream()
                        .map(index -> tx.update("drop index " + index, Map.of()))
                        .toList();
            }
        };

        WithoutLanes(Store below) {
            super(below);
            below.submit(DROP, "run_lane").whenComplete((done, failure) -> {});
            below.steps().forEach(step -> step.turn());
        }
    }
}

package dev.longstop.verification.simulation;

import dev.longstop.effect.ClaimedEffect;
import dev.longstop.effect.EffectLease;
import dev.longstop.effect.ReclaimedEffect;
import dev.longstop.queue.Act;
import dev.longstop.queue.Acted;
import dev.longstop.queue.Called;
import dev.longstop.queue.Claimed;
import dev.longstop.queue.Lease;
import dev.longstop.queue.Reclaimed;
import dev.longstop.queue.Replayed;
import dev.longstop.queue.RunState;
import dev.longstop.verification.simulation.LeaseBook.Given;
import dev.longstop.verification.simulation.WatchedStore.Committed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lease books of everything that is worked on under leases.
 *
 * @param runs of runs
 * @param effects of effects
 */
record Leases(LeaseBook runs, LeaseBook effects) {

    /** Books in which nothing stands. */
    static Leases empty() {
        return new Leases(new LeaseBook(), new LeaseBook());
    }

    /** A process is gone. */
    void gone(String owner) {
        runs.gone(owner);
        effects.gone(owner);
    }

    /** Writes down what was committed; gives what is wrong with it (I4). */
    List<String> note(Committed work) {
        var wrong = new ArrayList<String>();
        for (var settle : work.settles()) {
            var book = switch (settle.kind()) {
                case RUN -> runs;
                case EFFECT -> effects;
            };
            book.settled(settle.id(), settle.token(), settle.answers(), settle.wrote())
                    .ifPresent(wrong::add);
        }
        work.superseded().forEach(runs::ended);
        work.outcomes().forEach(outcome -> note(outcome, work.nowMs(), wrong));
        return wrong;
    }

    private void note(@Nullable Object outcome, long nowMs, List<String> wrong) {
        if (outcome instanceof List<?> list) {
            list.forEach(element -> note(element, nowMs, wrong));
        } else if (outcome instanceof Optional<?> optional) {
            optional.ifPresent(value -> note(value, nowMs, wrong));
        } else {
            noteOne(outcome, nowMs).ifPresent(wrong::add);
        }
    }

    private Optional<String> noteOne(@Nullable Object outcome, long nowMs) {
        if (outcome instanceof Claimed claimed) {
            return runs.claimed(given(claimed.lease()));
        }
        if (outcome instanceof Lease lease) {
            return runs.renewed(given(lease));
        }
        if (outcome instanceof Reclaimed reclaimed && reclaimed.state() != RunState.EXPIRED) {
            return runs.reclaimed(reclaimed.runId(), nowMs);
        }
        if (outcome instanceof Called.Taken called) {
            runs.called(called.runId());
        }
        if (outcome instanceof Acted.Did did && did.act() == Act.CANCEL) {
            runs.ended(did.runId());
        }
        if (outcome instanceof Acted.Did did && did.act() == Act.REQUEUE) {
            runs.requeued(did.runId());
        }
        if (outcome instanceof Replayed replayed && ReplayChecks.goesOn(replayed)) {
            replayed.runId().ifPresent(runs::requeued);
        }
        if (outcome instanceof ClaimedEffect claimed) {
            return effects.claimed(given(claimed.lease()));
        }
        if (outcome instanceof EffectLease lease) {
            return effects.renewed(given(lease));
        }
        if (outcome instanceof ReclaimedEffect reclaimed) {
            return effects.reclaimed(reclaimed.effectId(), nowMs);
        }
        return Optional.empty();
    }

    private static Given given(Lease lease) {
        return new Given(lease.runId(), lease.token(), lease.owner(), lease.untilMs());
    }

    private static Given given(EffectLease lease) {
        return new Given(lease.effectId(), lease.token(), lease.owner(), lease.untilMs());
    }
}

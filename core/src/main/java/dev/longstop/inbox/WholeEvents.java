package dev.longstop.inbox;

import dev.longstop.inbox.AcceptBatch.Standing;
import dev.longstop.queue.RunBirth;
import dev.longstop.queue.RunBirths;
import dev.longstop.queue.RunSeed;
import dev.longstop.store.Tx;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Takes events in whole, with their deliveries and their runs: one statement that goes to the server together with the
 * commit. PostgreSQL only, and only for runs that nothing governs.
 *
 * <p>Each change between this process and the server's is paid with a wait for a processor; what is known already, and
 * is told from this statement's rows, costs another transaction.
 */
final class WholeEvents {

    private WholeEvents() {}

    /** Offers the first arrival of each key of which nothing is known yet; notes those that were taken, and stand. */
    static void takeIn(Tx tx, List<Arrival> arrivals, Map<EventKey, Standing> standing) {
        var events = new ArrayList<Object[]>(arrivals.size());
        for (var arrival : AcceptBatch.offered(tx, arrivals, standing)) {
            events.add(AcceptBatch.inboxRow(arrival));
        }
        if (events.isEmpty()) {
            return;
        }
        var deliveries = new ArrayList<Object[]>(arrivals.size());
        var runs = new ArrayList<Object[]>(arrivals.size());
        long lastDelivery = -1;
        for (var arrival : arrivals) {
            if (!arrival.leads() || standing.containsKey(arrival.key())) {
                continue;
            }
            if (arrival.deliveryId() != lastDelivery) {
                lastDelivery = arrival.deliveryId();
                deliveries.add(AcceptBatch.deliveryRow(lastDelivery, arrival.letter()));
            }
            for (RunSeed seed : arrival.item().runs()) {
                var birth = new RunBirth(0, arrival.key().source(), seed, Optional.empty());
                runs.add(RunBirths.ofTaken(tx, birth, lastDelivery, arrival.index()));
            }
        }
        for (var row : tx.write(InboxSql.TAKE_IN_WHOLE, List.of(events, deliveries, runs), true, Standing::whole)) {
            standing.put(row.key(), row);
        }
    }

    /** The deliveries that were written with events of theirs. */
    static Set<Long> deliveries(List<Arrival> arrivals, Map<EventKey, Standing> standing) {
        var kept = new HashSet<Long>();
        for (var arrival : arrivals) {
            var row = standing.get(arrival.key());
            if (arrival.leads() && row != null && row.whole()) {
                kept.add(arrival.deliveryId());
            }
        }
        return kept;
    }
}

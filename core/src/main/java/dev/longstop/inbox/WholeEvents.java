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
 * is told from this statement's rows, costs another transaction. An event that is one again after its window is born in
 * that, behind the others of its batch.
 */
final class WholeEvents {

    private WholeEvents() {}

    /**
     * Offers the first arrival of each key of which nothing is known yet; notes those that were taken, and stand.
     *
     * @return whether that was all there is to do: every event is new
     */
    static boolean takeIn(Tx tx, List<Arrival> arrivals, Map<EventKey, Standing> standing) {
        boolean known = !standing.isEmpty();
        var offered = AcceptBatch.offered(arrivals, standing);
        if (offered.isEmpty()) {
            return false;
        }
        var rows = List.of(AcceptBatch.inboxRows(offered), deliveries(offered), runs(tx, offered));
        var taken = tx.write(InboxSql.TAKE_IN_WHOLE, rows, true, Standing::whole);
        taken.forEach(row -> standing.put(row.key(), row));
        return !known && taken.size() == offered.size();
    }

    /**
     * What an earlier try of the batch committed on the way is new still, and whole.
     *
     * @return the deliveries that stand with events of theirs
     */
    static Set<Long> kept(List<Arrival> arrivals, Map<EventKey, Standing> standing) {
        var kept = new HashSet<Long>();
        for (var arrival : arrivals) {
            var row = standing.get(arrival.key());
            if (!arrival.leads() || row == null) {
                continue;
            }
            if (!row.fresh() && row.isOf(arrival)) {
                standing.put(row.key(), row.asWhole());
                kept.add(arrival.deliveryId());
            } else if (row.whole()) {
                kept.add(arrival.deliveryId());
            }
        }
        return kept;
    }

    private static List<Object[]> deliveries(List<Arrival> offered) {
        var rows = new ArrayList<Object[]>(offered.size());
        long last = -1;
        for (var arrival : offered) {
            if (arrival.deliveryId() != last) {
                last = arrival.deliveryId();
                rows.add(AcceptBatch.deliveryRow(last, arrival.letter()));
            }
        }
        return rows;
    }

    private static List<Object[]> runs(Tx tx, List<Arrival> offered) {
        var rows = new ArrayList<Object[]>(offered.size());
        for (var arrival : offered) {
            for (RunSeed seed : arrival.item().runs()) {
                var birth = new RunBirth(0, arrival.key().source(), seed, Optional.empty());
                rows.add(RunBirths.ofTaken(tx, birth, arrival.deliveryId(), arrival.index()));
            }
        }
        return rows;
    }
}

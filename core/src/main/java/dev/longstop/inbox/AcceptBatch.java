package dev.longstop.inbox;

import dev.longstop.event.SafeText;
import dev.longstop.queue.Aftermath;
import dev.longstop.queue.Policies;
import dev.longstop.queue.Policy;
import dev.longstop.queue.RunBirth;
import dev.longstop.queue.RunBirths;
import dev.longstop.queue.RunSeed;
import dev.longstop.store.Batch;
import dev.longstop.store.Dialect;
import dev.longstop.store.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One commit of deliveries, events and runs. The road's narrowest place: few statements, each over all items.
 *
 * @param policies what governs the birth of runs
 * @param aftermath what becomes of what older runs began elsewhere
 */
record AcceptBatch(Policies policies, Aftermath aftermath) implements Batch<Letter, List<Acceptance.Outcome>> {

    private static final int WORD_CHARS_MAX = 255;

    /**
     * The row that stands for a key once the batch is done: of this batch, or from before.
     *
     * @param fresh whether it is of this batch
     * @param whole whether its delivery and its runs were written with it
     */
    record Standing(
            EventKey key,
            long seq,
            byte[] hash,
            boolean fresh,
            boolean whole,
            boolean suspectedReplay,
            long receivedAtMs,
            long deliveryId,
            int item) {

        private static final long NOT_ASKED = -1;

        static Standing fresh(Arrival arrival, long seq, boolean replay) {
            return new Standing(
                    arrival.key(), seq, arrival.item().hash(), true, false, replay, NOT_ASKED, NOT_ASKED, 0);
        }

        static Standing fresh(ResultSet row) throws SQLException {
            return fresh(row, false);
        }

        static Standing whole(ResultSet row) throws SQLException {
            return fresh(row, true);
        }

        private static Standing fresh(ResultSet row, boolean whole) throws SQLException {
            return new Standing(
                    key(row),
                    row.getLong(1),
                    row.getBytes(4),
                    true,
                    whole,
                    row.getInt(5) == 1,
                    NOT_ASKED,
                    NOT_ASKED,
                    0);
        }

        static Standing known(ResultSet row) throws SQLException {
            return new Standing(
                    key(row),
                    row.getLong(1),
                    row.getBytes(4),
                    false,
                    false,
                    row.getInt(8) == 1,
                    row.getLong(5),
                    row.getLong(6),
                    row.getInt(7));
        }

        /** Whether this very event brought it, when its batch was tried before. */
        boolean isOf(Arrival arrival) {
            return deliveryId == arrival.deliveryId() && item == arrival.index();
        }

        /** The same, new and whole. */
        Standing asWhole() {
            return new Standing(key, seq, hash, true, true, suspectedReplay, receivedAtMs, deliveryId, item);
        }

        private static EventKey key(ResultSet row) throws SQLException {
            return new EventKey(row.getString(2), row.getString(3));
        }
    }

    @Override
    public String name() {
        return "accept";
    }

    @Override
    public Stream stream() {
        return Stream.ACCEPT;
    }

    @Override
    public long bytes(Letter letter) {
        return 1_024L * letter.acceptance().items().size() + letter.delivery().body().length;
    }

    @Override
    public List<List<Acceptance.Outcome>> apply(Tx tx, List<Letter> letters) {
        LongSupplier ids = () -> tx.nextId("delivery");
        boolean postgresql = tx.dialect() == Dialect.POSTGRESQL;
        var arrivals = Arrival.fold(letters, letter -> postgresql ? letter.row(ids) : ids.getAsLong());
        var standing = new HashMap<EventKey, Standing>(arrivals.size() * 2);
        arrivals = RepeatedBodies.merged(tx, arrivals, standing);
        if (postgresql && !governed(arrivals)) {
            if (WholeEvents.takeIn(tx, arrivals, standing)) {
                return answer(tx, letters, arrivals, standing);
            }
            readBack(tx, arrivals, standing);
        }
        var kept = postgresql ? WholeEvents.kept(arrivals, standing) : Set.<Long>of();
        var bodies = KnownBodies.of(tx);
        if (bodies.isPresent()) {
            arrivals = bodies.get().marked(tx, arrivals);
        }
        takeIn(tx, arrivals, standing);
        readBack(tx, arrivals, standing);
        arrivals = RepeatedBodies.renewed(tx, arrivals, standing);
        takeIn(tx, arrivals, standing);
        readBack(tx, arrivals, standing);
        var watched = keepNew(tx, arrivals, standing, kept);
        bodies.ifPresent(it -> it.keep(tx, watched, letters.size()));
        return answer(tx, letters, arrivals, standing);
    }

    /** Whether a run's birth may have to look at other runs. */
    private boolean governed(List<Arrival> arrivals) {
        return policies != Policies.NONE
                && arrivals.stream()
                        .flatMap(arrival -> arrival.item().runs().stream())
                        .anyMatch(seed -> !policies.of(seed.agent()).equals(Policy.FREE));
    }

    /** Offers the first arrival of each key of which nothing is known yet to the table; notes those that it took. */
    private static void takeIn(Tx tx, List<Arrival> arrivals, Map<EventKey, Standing> standing) {
        var offered = offered(arrivals, standing);
        if (offered.isEmpty()) {
            return;
        }
        var fresh = tx.dialect() == Dialect.SQLITE ? numbered(tx, offered) : returned(tx, offered);
        fresh.forEach(row -> standing.put(row.key, row));
    }

    /** The first arrival of each key of which nothing is known yet. */
    static List<Arrival> offered(List<Arrival> arrivals, Map<EventKey, Standing> standing) {
        var offered = new ArrayList<Arrival>(arrivals.size());
        for (var arrival : arrivals) {
            if (arrival.leads() && !standing.containsKey(arrival.key())) {
                offered.add(arrival);
            }
        }
        return offered;
    }

    private static List<Standing> returned(Tx tx, List<Arrival> offered) {
        return tx.write(InboxSql.TAKE_IN_POSTGRESQL, inboxRows(offered), Standing::fresh);
    }

    /** By their keys: two nodes that insert the same ones in opposite orders wait for each other (PostgreSQL). */
    static List<Object[]> inboxRows(List<Arrival> offered) {
        return offered.stream()
                .sorted(Comparator.comparing(Arrival::key))
                .map(AcceptBatch::inboxRow)
                .toList();
    }

    /** The store has one writer, who numbers the rows, and has looked for replays: nothing is read back. */
    private static List<Standing> numbered(Tx tx, List<Arrival> offered) {
        var rows = new ArrayList<Object[]>(offered.size());
        for (var arrival : offered) {
            rows.add(numberedRow(tx, arrival));
        }
        var written = tx.writeEach(InboxSql.TAKE_IN_SQLITE, rows);
        var fresh = new ArrayList<Standing>(offered.size());
        for (int i = 0; i < written.length; i++) {
            if (written[i] == 1) {
                var arrival = offered.get(i);
                long seq = (Long) rows.get(i)[0];
                boolean replay = arrival.replay() == InboxSql.REPLAY_SEEN;
                fresh.add(Standing.fresh(arrival, seq, replay));
            }
        }
        return fresh;
    }

    /**
     * Writes what belongs to the new events and is not there yet: the deliveries that brought them, and the runs that
     * they start.
     *
     * @param kept the deliveries that are there
     * @return the first arrival of each new delivery whose body is watched
     */
    private List<Arrival> keepNew(Tx tx, List<Arrival> arrivals, Map<EventKey, Standing> standing, Set<Long> kept) {
        var watched = new ArrayList<Arrival>(arrivals.size());
        var deliveries = new ArrayList<Object[]>(arrivals.size());
        var births = new ArrayList<RunBirth>(arrivals.size());
        long lastDelivery = -1;
        for (var arrival : arrivals) {
            var row = standing.get(arrival.key());
            if (!arrival.leads() || row == null || !row.fresh || row.whole) {
                continue;
            }
            if (arrival.deliveryId() != lastDelivery && !kept.contains(arrival.deliveryId())) {
                lastDelivery = arrival.deliveryId();
                if (arrival.delivery().replayWatch()) {
                    watched.add(arrival);
                }
                deliveries.add(deliveryRow(lastDelivery, arrival.letter()));
            }
            Optional<String> held = row.suspectedReplay ? Optional.of(RunBirth.SUSPECTED_REPLAY) : Optional.empty();
            for (RunSeed seed : arrival.item().runs()) {
                births.add(new RunBirth(row.seq, arrival.key().source(), seed, held));
            }
        }
        tx.writeBy(InboxSql.DELIVERY, deliveries);
        RunBirths.write(tx, births, policies, aftermath);
        return watched;
    }

    /** Looks up what stands for the keys that the table did not take. */
    private static void readBack(Tx tx, List<Arrival> arrivals, Map<EventKey, Standing> standing) {
        var rows = new ArrayList<Object[]>();
        for (var arrival : arrivals) {
            if (arrival.leads() && !standing.containsKey(arrival.key())) {
                rows.add(new Object[] {arrival.key().source(), arrival.key().id()});
            }
        }
        if (rows.isEmpty()) {
            return;
        }
        for (var row : tx.query(InboxSql.STANDING, rows, Standing::known)) {
            standing.put(row.key, row);
        }
    }

    private static List<List<Acceptance.Outcome>> answer(
            Tx tx, List<Letter> letters, List<Arrival> arrivals, Map<EventKey, Standing> standing) {
        var mismatches = new ArrayList<Mismatch>();
        var outcomes = new ArrayList<List<Acceptance.Outcome>>(letters.size());
        var next = arrivals.iterator();
        for (var letter : letters) {
            int items = letter.acceptance().items().size();
            var ofDelivery = new ArrayList<Acceptance.Outcome>(items);
            for (int i = 0; i < items; i++) {
                var arrival = next.next();
                var outcome = outcome(arrival, standing.get(arrival.key()));
                if (outcome.verdict() == Acceptance.Verdict.MISMATCH) {
                    mismatches.add(Mismatch.of(outcome.seq(), arrival.item(), arrival.delivery()));
                }
                ofDelivery.add(outcome);
            }
            outcomes.add(List.copyOf(ofDelivery));
        }
        Mismatch.keep(tx, mismatches);
        return outcomes;
    }

    private static Acceptance.Outcome outcome(Arrival arrival, @Nullable Standing row) {
        if (row == null) {
            throw new IllegalStateException("the inbox refused a key that does not stand in it");
        }
        if (arrival.leads() && row.fresh) {
            boolean own = arrival.key().id().equals(arrival.item().id().text());
            return new Acceptance.Outcome(
                    Acceptance.Verdict.ACCEPTED,
                    row.seq,
                    row.suspectedReplay,
                    own ? Optional.empty() : Optional.of(arrival.key().id()));
        }
        // Compared in plain time: both hashes are of content that was authenticated.
        boolean same = Arrays.equals(row.hash, arrival.item().hash());
        var verdict = same ? Acceptance.Verdict.DUPLICATE : Acceptance.Verdict.MISMATCH;
        return new Acceptance.Outcome(verdict, row.seq, false);
    }

    private static Object[] inboxRow(Arrival arrival) {
        return inboxRow(arrival, arrival.delivery().bodyHash(), arrival.replay());
    }

    private static Object[] numberedRow(Tx tx, Arrival arrival) {
        return inboxRow(arrival, tx.nextId("inbox"), arrival.replay() == InboxSql.REPLAY_SEEN ? 1 : 0);
    }

    /** What both databases take in of an event, and two things that each takes in its own way. */
    private static Object[] inboxRow(Arrival arrival, Object first, int replay) {
        var item = arrival.item();
        return new Object[] {
            first,
            replay,
            arrival.key().source(),
            arrival.key().id(),
            item.id().raw().orElse(null),
            item.id().origin().name().toLowerCase(Locale.ROOT),
            arrival.deliveryId(),
            arrival.index(),
            item.hash(),
            SafeText.of(item.type(), WORD_CHARS_MAX),
            SafeText.of(item.action(), WORD_CHARS_MAX),
            item.subject().map(subject -> SafeText.of(subject, WORD_CHARS_MAX)).orElse(null),
            arrival.delivery().receivedAtMs(),
            item.bodyAuthenticated() ? 1 : 0,
            item.ignored().map(SafeText::of).orElse(null)
        };
    }

    static Object[] deliveryRow(long id, Letter letter) {
        var delivery = letter.delivery();
        return new Object[] {
            id,
            delivery.source(),
            delivery.receivedAtMs(),
            delivery.body(),
            delivery.bodyHash(),
            delivery.body().length,
            SafeText.of(delivery.contentType(), WORD_CHARS_MAX),
            letter.headers(),
            delivery.secret().orElse(null),
            delivery.replayWatch() ? 1 : 0
        };
    }
}

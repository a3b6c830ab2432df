package dev.longstop.inbox;

import dev.longstop.event.Delivery;
import dev.longstop.event.EventId;
import dev.longstop.queue.RunSeed;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * A verified delivery with the events that it carries and the runs that they start: what one commit takes in.
 *
 * @param delivery the request as received
 * @param items its events in their order; at least one
 * @param repeats what the source says of bodies that come again
 */
public record Acceptance(Delivery delivery, List<Item> items, Repeats repeats) {

    public Acceptance {
        items = List.copyOf(items);
        if (items.isEmpty()) {
            throw new IllegalArgumentException("a delivery that is accepted carries at least one event");
        }
    }

    /** A delivery whose bodies may come again as the defaults say. */
    public Acceptance(Delivery delivery, List<Item> items) {
        this(delivery, items, Repeats.DEFAULT);
    }

    /**
     * What becomes of a body that comes again.
     *
     * @param replays of a signed one under another, unsigned id
     * @param dedupWindowMs for how long one without an id of its own is the same event
     */
    public record Repeats(Source.Replays replays, long dedupWindowMs) {

        /** Replays are held, and a body without an id is the same event for ever. */
        public static final Repeats DEFAULT = new Repeats(Source.Replays.HOLD, Long.MAX_VALUE);
    }

    /**
     * One event of a delivery.
     *
     * @param id its identity within the source
     * @param hash SHA-256 of what the event says, 32 bytes: the body's where it is alone
     * @param type the sender's word, or empty; safe text
     * @param action the sender's word, or empty; safe text
     * @param subject the lane's subject, where the contract names one; safe text
     * @param bodyAuthenticated whether the signature covered the body
     * @param ignored why nothing is started, where that is so
     * @param runs what the rules start; empty where ignored. Of several runs of one agent the first stays
     */
    public record Item(
            EventId id,
            byte[] hash,
            String type,
            String action,
            Optional<String> subject,
            boolean bodyAuthenticated,
            Optional<String> ignored,
            List<RunSeed> runs) {

        public Item {
            runs = onePerAgent(runs);
            if (ignored.isPresent() && !runs.isEmpty()) {
                throw new IllegalArgumentException("an ignored event starts nothing");
            }
        }

        private static List<RunSeed> onePerAgent(List<RunSeed> runs) {
            if (runs.size() < 2) {
                return List.copyOf(runs);
            }
            var agents = new HashSet<String>();
            return runs.stream().filter(run -> agents.add(run.agent())).toList();
        }
    }

    /** What the commit said of one event. */
    public enum Verdict {
        /** New: its row and its runs are committed. */
        ACCEPTED,
        /** Known with the same content: the row that stands decides. */
        DUPLICATE,
        /** Known with other content: the first stays, the difference is recorded. */
        MISMATCH
    }

    /**
     * What became of one event.
     *
     * @param verdict what the commit said
     * @param seq the event's row: the new one, or the one that stood
     * @param suspectedReplay whether the runs were held because the same signed body had come before
     * @param standsAs the id under which it stands, where that is not its own: a body that came again after its time
     */
    public record Outcome(Verdict verdict, long seq, boolean suspectedReplay, Optional<String> standsAs) {

        /** An outcome of an event that stands under its own id. */
        public Outcome(Verdict verdict, long seq, boolean suspectedReplay) {
            this(verdict, seq, suspectedReplay, Optional.empty());
        }
    }
}

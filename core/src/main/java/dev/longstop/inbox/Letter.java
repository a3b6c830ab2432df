package dev.longstop.inbox;

import dev.longstop.event.Delivery;
import dev.longstop.event.HeaderText;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * A delivery on its way to a commit, with what is made ready before: the thread that commits is the road's narrowest
 * place.
 *
 * <p><i>Threads</i>: one at a time.
 */
public final class Letter {

    private final Acceptance acceptance;
    private final String headers;
    private OptionalLong row = OptionalLong.empty();

    private Letter(Acceptance acceptance, String headers) {
        this.acceptance = acceptance;
        this.headers = headers;
    }

    /** The delivery, made ready. */
    public static Letter of(Acceptance acceptance) {
        return new Letter(acceptance, HeaderText.write(acceptance.delivery().headers()));
    }

    /** The delivery with its events. */
    public Acceptance acceptance() {
        return acceptance;
    }

    /** Its headers as they are stored. */
    public String headers() {
        return headers;
    }

    /** The request as received. */
    public Delivery delivery() {
        return acceptance.delivery();
    }

    /**
     * The row that it gets if any of its events is new: the same however often it is tried, so that what was committed
     * on the way is known as its own ({@link WholeEvents}). Only where no row id is given twice: on PostgreSQL.
     */
    long row(LongSupplier ids) {
        if (row.isEmpty()) {
            row = OptionalLong.of(ids.getAsLong());
        }
        return row.getAsLong();
    }
}

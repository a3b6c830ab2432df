package dev.longstop.inbox;

import dev.longstop.event.Delivery;
import dev.longstop.event.HeaderText;
import dev.longstop.inbox.AcceptBatch.Standing;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A delivery on its way to a commit, with what is made ready before: the thread that commits is the road's narrowest
 * place.
 *
 * <p>What was committed of it on the way ({@link WholeEvents}) it remembers: if the rest fails and is done again, that
 * is still new. <i>Threads</i>: one at a time.
 */
public final class Letter {

    private final Acceptance acceptance;
    private final String headers;
    private OptionalLong deliveryId = OptionalLong.empty();
    private @Nullable Standing @Nullable [] kept;

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

    /** Notes that an event of it, and the delivery with it, is committed. */
    void keep(long asDelivery, int index, Standing row) {
        var rows = kept;
        if (rows == null) {
            rows = new @Nullable Standing[acceptance.items().size()];
            kept = rows;
            deliveryId = OptionalLong.of(asDelivery);
        }
        rows[index] = row;
    }

    /** The row that it has already. */
    OptionalLong deliveryId() {
        return deliveryId;
    }

    /** The row of an event that is committed already. */
    @Nullable
    Standing kept(int index) {
        return kept == null ? null : kept[index];
    }
}

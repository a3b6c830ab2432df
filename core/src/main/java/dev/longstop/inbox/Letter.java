package dev.longstop.inbox;

import dev.longstop.event.Delivery;
import dev.longstop.event.HeaderText;

/**
 * A delivery on its way to a commit, with what is made ready before: the thread that commits is the road's narrowest
 * place.
 *
 * @param acceptance the delivery with its events
 * @param headers its headers as they are stored
 */
public record Letter(Acceptance acceptance, String headers) {

    /** The delivery, made ready. */
    public static Letter of(Acceptance acceptance) {
        return new Letter(acceptance, HeaderText.write(acceptance.delivery().headers()));
    }

    /** The request as received. */
    public Delivery delivery() {
        return acceptance.delivery();
    }
}

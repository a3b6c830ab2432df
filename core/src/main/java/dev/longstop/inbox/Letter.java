package dev.longstop.inbox;

import dev.longstop.event.Delivery;
import dev.longstop.event.HeaderText;

/**
 * A delivery on its way to a commit, with what is made ready before: the thread that commits is the road's narrowest
 * place.
 *
 * @param headers its headers as they are stored
 */
record Letter(Acceptance acceptance, String headers) {

    static Letter of(Acceptance acceptance) {
        return new Letter(acceptance, HeaderText.write(acceptance.delivery().headers()));
    }

    Delivery delivery() {
        return acceptance.delivery();
    }
}

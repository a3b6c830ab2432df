package dev.longstop.platform;

import java.util.EnumSet;
import java.util.Set;

/** Which outcomes a platform announces by itself: only those can be rescued. */
final class Announced {

    private static final Set<Meaning> OUTCOMES =
            Set.of(Meaning.SUCCEEDED, Meaning.FAILED, Meaning.CANCELLED, Meaning.EXPIRED);

    private Announced() {}

    /** A type that fixes an outcome announces that one; nudges and snapshots announce all. */
    static Set<Meaning> by(Platform.Webhook webhook) {
        if (webhook.trust() != Platform.Trust.STATE) {
            return OUTCOMES;
        }
        var announced = EnumSet.noneOf(Meaning.class);
        webhook.events()
                .values()
                .forEach(event -> event.to().filter(Meaning::outcome).ifPresent(announced::add));
        return Set.copyOf(announced);
    }
}

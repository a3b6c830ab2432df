package dev.longstop.ingress;

import dev.longstop.inbox.Acceptance;
import dev.longstop.inbox.Acceptance.Outcome;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Takes in what was verified, durably: the inbox. */
@FunctionalInterface
public interface Acceptor {

    /**
     * Commits a delivery with its events and runs.
     *
     * @return one outcome per event in their order, once the commit returned; fails if nothing was written. May
     *     complete on any thread.
     */
    CompletionStage<List<Outcome>> accept(Acceptance acceptance);
}

package dev.longstop.queue;

import java.util.Optional;

/**
 * A run that is to be born with its event: what one agent owes to it.
 *
 * @param agent the agent's name in the configuration
 * @param mode whether it starts the agent
 * @param lane what must not run side by side, where the event has a subject
 * @param held why a person must release it first, where that is so
 * @param urgent whether it goes ahead of agents' work: a completion event
 */
public record RunSeed(String agent, RunMode mode, Optional<String> lane, Optional<String> held, boolean urgent) {

    /** A live run of an agent without lane. */
    public static RunSeed of(String agent) {
        return new RunSeed(agent, RunMode.LIVE, Optional.empty(), Optional.empty(), false);
    }
}

package dev.longstop.queue;

import java.util.List;

/**
 * What governs the birth of an agent's runs.
 *
 * @param busy what a lane does with newer work while older is in progress
 * @param limits how many may be started in a time; what exceeds one of them is held
 */
public record Policy(Busy busy, List<Limit> limits) {

    /** Nothing is limited, and a lane's runs wait their turn. */
    public static final Policy FREE = new Policy(Busy.QUEUE, List.of());

    public Policy {
        limits = List.copyOf(limits);
    }
}

package dev.longstop.queue;

/**
 * Room for attempts of one agent.
 *
 * @param agent the agent's name; agents that are in no slot are parked and never claimed
 * @param free how many more attempts may be in progress, at least 0
 */
public record Slots(String agent, int free) {

    public Slots {
        if (free < 0) {
            throw new IllegalArgumentException("free slots are counted from 0");
        }
    }
}
